import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { HeadList } from '#web/features/auditor/see-heads/head-list.tsx'
import { AuditOnly } from '../../frames/staff/audit-only.tsx'

export default function AuditHeadsPage(): ReactNode {
  const { t } = useTranslation()
  return (
    <AuditOnly title={t('auditTabs.heads')}>
      <HeadList />
    </AuditOnly>
  )
}
