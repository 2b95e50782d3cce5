import { useEffect, useState, type ReactNode } from 'react'
import { SWRConfig, useSWRConfig, type Cache } from 'swr'
import { leaveReadCache, openReadCache } from './read-cache.ts'
import { mayBeReadLater, readDefaults, retryShown } from './read.ts'

/** Read cache of a user (users.id); another `userId` remounts it. */
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

interface State {
  data?: unknown
  error?: unknown
}

/** Retries failed refreshes at once when the network is back or the page becomes visible. */
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
 * Each screen's own gate to the shared cache: SWR ties its state to the cache object, and ends it with the screen,
 * even if the next one already uses it. A closed screen's late reply is dropped: the next screen would find it without
 * being notified, and wait for ever.
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
