import type { ReactNode } from 'react'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { useUser } from '#web/lib/session/session.ts'

const VISITOR = 0

/** Read cache of public pages, per user or for visitors. */
export function PublicReads({ children }: { children: ReactNode }): ReactNode {
  const user = useUser()
  return <ReadProvider userId={user?.id ?? VISITOR}>{children}</ReadProvider>
}
