import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { BuyerVisits } from '#contracts/calls/figures.ts'
import { SearchBox } from '#web/components/inputs/search-box.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { PagedList } from '#web/components/lists/paged-list.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { buyerPage, useBuyerVisits, type VisitsSort } from '#web/lib/calls/figures.ts'
import { useCursorsOfEntry } from '#web/lib/reads/use-cursors-of-entry.ts'
import { spacedCode } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { Visited } from './visited.tsx'

const ROWS = 20
const SORTS: readonly VisitsSort[] = ['last', 'first', 'visits', 'spent']
const LINK =
  '-my-2.5 inline-flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4'

/** By code, never by name (R140); the address holds search and order, so that Back returns to them. */
export function BuyerVisitsTable({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const [query, setQuery] = useSearchParams()
  const search = query.get('search') ?? ''
  const sort = SORTS.find((each) => each === query.get('sort')) ?? 'last'
  const order = query.get('order') === 'asc' ? 'asc' : 'desc'
  const cursors = useCursorsOfEntry([search, sort, order].join(' '))
  const reading = useBuyerVisits(businessId, { sort, order, search, cursor: cursors.cursor, limit: ROWS })

  const change = (name: string, value: string): URLSearchParams => {
    const changed = new URLSearchParams(query)
    if (value === '') changed.delete(name)
    else changed.set(name, value)
    return changed
  }
  const sorting = (wanted: VisitsSort): { sorted: 'asc' | 'desc' | undefined; onSort: () => void } => ({
    sorted: sort === wanted ? order : undefined,
    onSort: () => {
      const changed = change('sort', wanted)
      changed.set('order', sort === wanted && order === 'desc' ? 'asc' : 'desc')
      setQuery(changed, { replace: true })
    },
  })

  return (
    <Card>
      <div className="mb-3 sm:w-72">
        <SearchBox
          label={t('buyers.search')}
          value={search}
          onChange={(text) => setQuery(change('search', text.trim()), { replace: true })}
        />
      </div>
      <PagedList
        reading={reading}
        cursors={cursors}
        items={(page) => page.buyers}
        empty={{
          title: t(search === '' ? 'buyers.emptyTitle' : 'buyers.noneTitle'),
          text: t(search === '' ? 'buyers.emptyText' : 'buyers.noneText'),
        }}
        of={t('buyers.title')}
      >
        {(buyers) => (
          <Table
            caption={t('buyers.title')}
            rows={buyers}
            rowKey={({ id }) => id}
            columns={[
              { key: 'code', title: t('buyers.code'), cell: (buyer) => <Code buyer={buyer} /> },
              {
                key: 'last',
                title: t('buyerVisits.last'),
                ...sorting('last'),
                cell: ({ lastVisitAt }) => <Visited at={lastVisitAt} show={format.moment} />,
              },
              {
                key: 'visits',
                title: t('buyerVisits.visits'),
                end: true,
                ...sorting('visits'),
                cell: ({ visits }) => format.integer(visits),
              },
              {
                key: 'spent',
                title: t('buyerVisits.spent'),
                end: true,
                ...sorting('spent'),
                cell: ({ amountSpent }) => <span className="whitespace-nowrap">{format.amd(amountSpent)}</span>,
              },
              {
                key: 'first',
                title: t('buyerVisits.first'),
                end: true,
                ...sorting('first'),
                cell: ({ firstVisitAt }) => <Visited at={firstVisitAt} show={format.day} />,
              },
            ]}
          />
        )}
      </PagedList>
      <p className="mt-3 text-small text-ink-soft">{t('buyerVisits.moments')}</p>
    </Card>
  )
}

function Code({ buyer: { buyer } }: { buyer: BuyerVisits }): ReactNode {
  const { t } = useTranslation()
  if (buyer.buyerId === '') return <span className="text-ink-soft">{t('recent.erased')}</span>
  return (
    <Link translate="no" to={buyerPage(buyer.buyerId)} className={LINK}>
      {spacedCode(buyer.buyerId)}
    </Link>
  )
}
