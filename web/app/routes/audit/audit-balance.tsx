import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { BalanceSheetPage } from '#web/features/auditor/see-balance-sheet/balance-sheet.tsx'
import { localOf } from '#web/lib/reads/audit-selection.ts'
import { AUDIT_READS } from '#web/lib/calls/staff/audit.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { AuditOnly } from '../../frames/staff/audit-only.tsx'

/** The address holds the moment. */
export default function AuditBalancePage(): ReactNode {
  const { t } = useTranslation()
  return (
    <AuditOnly title={t('auditTabs.balance')}>
      <AsOf />
    </AuditOnly>
  )
}

function AsOf(): ReactNode {
  const [query, setQuery] = useSearchParams()
  const refresh = useRefresh()
  const asked = query.get('at') ?? ''
  return (
    <BalanceSheetPage
      at={localOf(asked) === '' ? '' : asked}
      onAsk={(at) => {
        setQuery(at === '' ? {} : { at })
        void refresh(AUDIT_READS)
      }}
    />
  )
}
