import { useEffect, type ReactNode } from 'react'
import { SWRConfig, type Cache } from 'swr'
import { leaveReadCache, openReadCache } from './read-cache.ts'
import { readDefaults } from './read.ts'

/** What screens that read stand in; `userId` is whose answers these are. */
export function ReadProvider({ userId, children }: { userId: number; children: ReactNode }): ReactNode {
  useEffect(() => () => leaveReadCache(Date.now()), [])
  return (
    <SWRConfig key={userId} value={{ ...readDefaults, provider: () => ownDoor(openReadCache(Date.now())) }}>
      {children}
    </SWRConfig>
  )
}

/**
 * Each screen's own way to the shared answers: SWR ties its state to the cache that a screen was given, and ends it with the screen,
 * also where the next screen stands on the same one already.
 */
function ownDoor(answers: Map<string, object>): Cache {
  return {
    keys: () => answers.keys(),
    get: (key) => answers.get(key),
    set: (key, state) => void answers.set(key, state),
    delete: (key) => void answers.delete(key),
  }
}
