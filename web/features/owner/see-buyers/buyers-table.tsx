import { Search } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { FoldingCard } from '#web/components/lists/folding-card.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { PagedList } from '#web/components/lists/paged-list.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { eventsPage, useBuyersPage, type BuyersSort } from '#web/lib/calls/figures.ts'
import { spacedCode, toTenths } from '#web/lib/words/format.ts'
import { useCursors } from '#web/lib/reads/use-cursors.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

const ROWS = 10
const dash = (): ReactNode => '—'
const LINK =
  '-my-2.5 inline-flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4'

/**
 * By code, never by name (R140); last visit and transactions always show a dash (R82). The server sorts, searches and
 * pages, so that thousands of buyers cost no more than ten.
 */
export function BuyersTable({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const cursors = useCursors()
  const [search, setSearch] = useState('')
  const [{ sort, order }, setOrder] = useState<{ sort: BuyersSort; order: 'asc' | 'desc' }>({
    sort: 'code',
    order: 'asc',
  })
  const reading = useBuyersPage(businessId, { sort, order, search: search.trim(), cursor: cursors.cursor, limit: ROWS })

  function sortBy(wanted: BuyersSort): void {
    cursors.restart()
    const first = wanted === 'points' ? 'desc' : 'asc'
    setOrder((before) => ({
      sort: wanted,
      order: before.sort === wanted ? (before.order === 'asc' ? 'desc' : 'asc') : first,
    }))
  }
  const sorting = (wanted: BuyersSort): { sorted: 'asc' | 'desc' | undefined; onSort: () => void } => ({
    sorted: sort === wanted ? order : undefined,
    onSort: () => sortBy(wanted),
  })

  return (
    <FoldingCard
      title={t('buyers.title')}
      asideFolds
      aside={
        <label className="relative w-full sm:w-72">
          <span className="sr-only">{t('buyers.search')}</span>
          <Search aria-hidden className="absolute left-3 top-3.5 size-5 text-ink-soft" />
          <Input
            type="search"
            value={search}
            placeholder={t('buyers.search')}
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            className="pl-10"
            onChange={(event) => {
              cursors.restart()
              setSearch(event.currentTarget.value)
            }}
          />
        </label>
      }
    >
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
            rowKey={(row) => row.id}
            columns={[
              {
                key: 'code',
                title: t('buyers.code'),
                ...sorting('code'),
                cell: ({ id, buyer }) => (
                  <Link translate="no" to={eventsPage({ buyer: String(id), types: [] })} className={LINK}>
                    {spacedCode(buyer.buyerId)}
                  </Link>
                ),
              },
              {
                key: 'points',
                title: t('buyers.points'),
                end: true,
                ...sorting('points'),
                cell: (row) => format.points(toTenths(row.points)),
              },
              { key: 'visit', title: t('buyers.lastVisit'), end: true, cell: dash },
              { key: 'transactions', title: t('buyers.transactions'), end: true, cell: dash },
            ]}
          />
        )}
      </PagedList>
    </FoldingCard>
  )
}
