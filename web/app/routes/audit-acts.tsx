import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { ActList } from '#web/features/trace-acts/act-list.tsx'
import { AuditOnly } from '../audit-only.tsx'

/** What was done to businesses, to all of them or to the one in the address, and by administrators beside them. */
export default function AuditActsPage(): ReactNode {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const asked = query.get('business') ?? ''
  return (
    <AuditOnly title={t('auditTabs.acts')}>
      <ActList businessId={/^[1-9]\d{0,8}$/.test(asked) ? asked : ''} onAsk={(business) => setQuery(business === '' ? {} : { business })} />
    </AuditOnly>
  )
}
