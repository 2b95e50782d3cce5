import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActList } from '#web/features/auditor/trace-acts/act-list.tsx'
import { SecurityList } from '#web/features/auditor/trace-security/security-list.tsx'
import { useBusinessAsked } from '#web/lib/reads/use-business-asked.ts'
import { AuditOnly } from '../../frames/staff/audit-only.tsx'

export default function AuditActsPage(): ReactNode {
  const { t } = useTranslation()
  return (
    <AuditOnly title={t('auditTabs.acts')}>
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <ActList {...useBusinessAsked()} />
        <SecurityList />
      </div>
    </AuditOnly>
  )
}
