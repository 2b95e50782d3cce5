import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SecurityList } from '#web/features/trace-security/security-list.tsx'
import { AuditOnly } from '../audit-only.tsx'

/** Who signed in, what was refused and what changed in accounts. */
export default function AuditSecurityPage(): ReactNode {
  const { t } = useTranslation()
  return (
    <AuditOnly title={t('auditTabs.security')}>
      <SecurityList />
    </AuditOnly>
  )
}
