import { useEffect, type ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { leaveReadCache, openReadCache } from './read-cache.ts'
import { readDefaults } from './read.ts'

/** What screens that read stand in; `userId` is whose answers these are. */
export function ReadProvider({ userId, children }: { userId: number; children: ReactNode }): ReactNode {
  useEffect(() => () => leaveReadCache(Date.now()), [])
  return (
    <SWRConfig key={userId} value={{ ...readDefaults, provider: () => openReadCache(Date.now()) }}>
      {children}
    </SWRConfig>
  )
}
