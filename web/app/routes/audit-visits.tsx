import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { AuditVisitList } from '#web/features/trace-visits/visit-list.tsx'
import { AuditOnly } from '../audit-only.tsx'

/** The visits of support, of all businesses or of the one in the address. */
export default function AuditVisitsPage(): ReactNode {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const asked = query.get('business') ?? ''
  return (
    <AuditOnly title={t('auditTabs.visits')}>
      <AuditVisitList businessId={/^[1-9]\d{0,8}$/.test(asked) ? asked : ''} onAsk={(business) => setQuery(business === '' ? {} : { business })} />
    </AuditOnly>
  )
}
