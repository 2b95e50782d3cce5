import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AuditVisitList } from '#web/features/auditor/trace-visits/visit-list.tsx'
import { useBusinessAsked } from '#web/lib/reads/use-business-asked.ts'
import { AuditOnly } from '../../frames/staff/audit-only.tsx'

export default function AuditVisitsPage(): ReactNode {
  const { t } = useTranslation()
  return (
    <AuditOnly title={t('auditTabs.visits')}>
      <AuditVisitList {...useBusinessAsked()} />
    </AuditOnly>
  )
}
