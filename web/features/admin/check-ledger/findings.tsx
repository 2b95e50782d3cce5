import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { SelfCheck } from '#contracts/calls/staff/self-check.ts'
import { Card } from '#web/components/lists/card.tsx'
import { Pager } from '#web/components/lists/pager.tsx'
import { Table, type Column } from '#web/components/lists/table.tsx'
import { useFormat } from '#web/lib/words/use-format.ts'
import { usePage } from '#web/lib/reads/use-page.ts'

type Finding = SelfCheck['open'][number]
const ROWS = 10

export function Findings({ findings, isOpen }: { findings: readonly Finding[]; isOpen: boolean }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const page = usePage(findings, ROWS)
  const title = t(isOpen ? 'adminSystem.openFindings' : 'adminSystem.pastFindings')
  const moment = (at: string | null): ReactNode => (
    <span className="whitespace-nowrap">{at === null ? '—' : format.moment(new Date(at))}</span>
  )
  const cleared: readonly Column<Finding>[] = isOpen
    ? []
    : [{ key: 'cleared', title: t('adminSystem.clearedAt'), end: true, cell: (finding) => moment(finding.clearedAt) }]
  return (
    <Card title={title}>
      <Table
        caption={title}
        rows={page.items}
        rowKey={({ businessId, buyerId, what, foundAt }) => `${businessId}/${buyerId}/${what}/${foundAt}`}
        columns={[
          { key: 'account', title: t('adminSystem.account'), cell: (finding) => <Account {...finding} /> },
          { key: 'what', title: t('adminSystem.what'), cell: ({ what }) => <code className="text-small">{what}</code> },
          {
            key: 'expected',
            title: t('adminSystem.expected'),
            cell: ({ expected }) => (
              <span className="font-semibold text-leaf-text wrap-anywhere">{expected ?? '—'}</span>
            ),
          },
          {
            key: 'found',
            title: t('adminSystem.found'),
            cell: ({ found }) => <span className="font-semibold text-alarm-text wrap-anywhere">{found ?? '—'}</span>,
          },
          { key: 'at', title: t('adminSystem.foundAt'), end: true, cell: ({ foundAt }) => moment(foundAt) },
          ...cleared,
        ]}
      />
      <Pager index={page.index} count={page.count} onTurn={page.turnTo} of={title} />
    </Card>
  )
}

/** A finding about a whole business has buyer 0. */
function Account({ businessId, buyerId }: Finding): ReactNode {
  const { t } = useTranslation()
  if (buyerId === 0)
    return <span className="whitespace-nowrap">{t('adminSystem.ofBusiness', { business: businessId })}</span>
  return (
    <Link
      to={`/admin/dashboard/account?business=${businessId}&buyer=${buyerId}`}
      className="inline-flex min-h-9 items-center font-semibold whitespace-nowrap underline decoration-line-strong underline-offset-4"
    >
      {t('adminSystem.ofBuyer', { business: businessId, buyer: buyerId })}
    </Link>
  )
}
