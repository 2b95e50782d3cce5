import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '#contracts/session.ts'
import { AuditFrame } from '../audit-frame.tsx'
import { StaffGate } from '../staff-gate.tsx'
import { Trace } from '../trace.tsx'

/** Auditors and administrators (H33): the search of the whole ledger, and from here everything else that an auditor reads. */
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
