import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { AuditFrame } from '../frames/staff/audit-frame.tsx'
import { StaffGate } from '../frames/staff/staff-gate.tsx'
import { Trace } from '../monitors/trace.tsx'

/** Auditors and administrators start with the ledger search (H33). */
export default function StaffDashboard({ user }: { user: SessionUser }): ReactNode {
  const { t } = useTranslation()
  return (
    <StaffGate>
      <AuditFrame user={user} title={t('auditTabs.movements')}>
        <Trace />
      </AuditFrame>
    </StaffGate>
  )
}
