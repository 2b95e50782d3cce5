import { useEffect, useState, type ReactNode } from 'react'
import { SWRConfig, type Cache } from 'swr'
import { leaveReadCache, openReadCache } from './read-cache.ts'
import { readDefaults } from './read.ts'

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

  return <SWRConfig value={{ ...readDefaults, provider: () => door.answers }}>{children}</SWRConfig>
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
