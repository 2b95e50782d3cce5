import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AuditOnly } from '../../frames/staff/audit-only.tsx'
import { Trace } from '../../monitors/trace.tsx'

export default function AuditMovementsPage(): ReactNode {
  const { t } = useTranslation()
  return (
    <AuditOnly title={t('auditTabs.movements')}>
      <Trace />
    </AuditOnly>
  )
}
