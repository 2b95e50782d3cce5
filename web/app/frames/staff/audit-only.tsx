import type { ReactNode } from 'react'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { useUser } from '#web/lib/session/session.ts'
import { AuditFrame } from './audit-frame.tsx'
import { NoStaffPage } from '../nothing-here.tsx'
import { StaffGate } from './staff-gate.tsx'

/** For auditors and administrators only (H33). */
export function AuditOnly({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const user = useUser()
  if (user === undefined) return <LoadingScreen />
  if (!isStaff(user)) return <NoStaffPage />
  return (
    <ReadProvider userId={user.id}>
      <StaffGate>
        <AuditFrame user={user} title={title}>
          {children}
        </AuditFrame>
      </StaffGate>
    </ReadProvider>
  )
}

const isStaff = (user: SessionUser | null): user is SessionUser => user?.role === 'auditor' || user?.role === 'admin'
