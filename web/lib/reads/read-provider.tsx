import { useEffect, useState, type ReactNode } from 'react'
import { SWRConfig, useSWRConfig, type Cache } from 'swr'
import { leaveReadCache, openReadCache } from './read-cache.ts'
import { mayBeReadLater, readDefaults, retryShown } from './read.ts'

/** What screens that read stand in; `userId` is whose answers these are. */
export function ReadProvider({ userId, children }: { userId: number; children: ReactNode }): ReactNode {
  return <Answers key={userId}>{children}</Answers>
}

function Answers({ children }: { children: ReactNode }): ReactNode {
  const [door] = useState(() => createDoor(openReadCache(Date.now())))

  useEffect(() => {
    const leave = door.enter()
    return () => {
      leave()
      leaveReadCache(Date.now())
    }
  }, [door])

  const [onErrorRetry] = useState(() =>
    retryShown((path) => (door.answers.get(path) as State | undefined)?.data !== undefined),
  )
  return (
    <SWRConfig value={{ ...readDefaults, onErrorRetry, provider: () => door.answers }}>
      <ReadAgain answers={door.answers} />
      {children}
    </SWRConfig>
  )
}

/** What the cache holds of a path, as far as it is read here. */
interface State {
  data?: unknown
  error?: unknown
}

/** Back online, or looked at again: what could not be read again is, without waiting for its next turn. */
function ReadAgain({ answers }: { answers: Cache }): null {
  const { mutate } = useSWRConfig()
  useEffect(() => {
    const again = (): void => {
      if (document.visibilityState !== 'visible') return
      const isOld = (key: unknown): boolean => {
        const { data, error } = (answers.get(String(key)) ?? {}) as State
        return data !== undefined && error !== undefined && mayBeReadLater(error)
      }
      void mutate(isOld).catch(() => undefined)
    }
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [answers, mutate])
  return null
}

/**
 * Each screen's own way to the shared answers: SWR ties its state to the cache that a screen was given, and ends it with the screen,
 * also where the next screen stands on the same one already. What a screen had asked for and hears after its end is not kept: the next one
 * would find that answer in its hands without having been told, and wait for ever for another.
 */
function createDoor(answers: Map<string, object>): { answers: Cache; enter: () => () => void } {
  let open = true
  return {
    answers: {
      keys: () => answers.keys(),
      get: (key) => answers.get(key),
      set: (key, state) => void (open && answers.set(key, state)),
      delete: (key) => void (open && answers.delete(key)),
    },
    enter() {
      open = true
      return () => {
        open = false
      }
    },
  }
}
