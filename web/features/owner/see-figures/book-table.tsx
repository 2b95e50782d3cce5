import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Book, BookDay } from '#contracts/calls/figures.ts'
import type { MovementType } from '#contracts/events/ledger-events.ts'
import { noonOf } from '#contracts/units/time.ts'
import { Pager } from '#web/components/lists/pager.tsx'
import { Table, type Column } from '#web/components/lists/table.tsx'
import { eventsPage } from '#web/lib/calls/figures.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { usePage } from '#web/lib/reads/use-page.ts'

const ROWS = 10
const MOVES = ['awarded', 'voided', 'redeemed', 'returned', 'forfeited'] as const
/**
 * A correction counts with the awards if it goes up and with the voids if it goes down (decision 44). Points of a
 * card count as forfeited until they arrive at the person's account (decision 53).
 */
const TYPES: Record<(typeof MOVES)[number], readonly MovementType[]> = {
  awarded: ['PointsAwarded', 'AwardCorrected'],
  voided: ['AwardVoided', 'AwardCorrected'],
  redeemed: ['PerkRedeemed'],
  returned: ['PointsRefunded'],
  forfeited: ['AccountClosed', 'PointsMergedOut', 'PointsMergedIn'],
}

/** Points owed to buyers by day, latest first: each closing is the next day's opening. */
export function BookTable({ book }: { book: Book }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const page = usePage([...book.days].reverse(), ROWS)
  const points = (text: string): string => format.points(toTenths(text))
  const number = (key: 'opening' | 'closing'): Column<BookDay> => ({
    key,
    title: t(`book.${key}`),
    end: true,
    cell: (row) => points(row[key]),
  })
  const move = (key: (typeof MOVES)[number]): Column<BookDay> => ({
    key,
    title: t(`book.${key}`),
    end: true,
    cell: (row) =>
      toTenths(row[key]) === 0 ? (
        points(row[key])
      ) : (
        <Link
          to={eventsPage({ day: row.day, types: TYPES[key] })}
          className="underline decoration-line-strong underline-offset-4"
        >
          {points(row[key])}
        </Link>
      ),
  })
  return (
    <>
      <p data-testid="book-total" className="mb-2">
        {t('figures.bookTotal', {
          opening: points(book.total.opening),
          awarded: points(book.total.awarded),
          voided: points(book.total.voided),
          redeemed: points(book.total.redeemed),
          returned: points(book.total.returned),
          forfeited: points(book.total.forfeited),
          closing: points(book.total.closing),
        })}
      </p>
      <Table
        caption={t('figures.book')}
        rows={page.items}
        rowKey={({ day }) => day}
        columns={[
          {
            key: 'day',
            title: t('book.day'),
            cell: ({ day }) => <span className="whitespace-nowrap">{format.day(noonOf(day))}</span>,
          },
          number('opening'),
          ...MOVES.map(move),
          number('closing'),
        ]}
      />
      <Pager index={page.index} count={page.count} onTurn={page.turnTo} of={t('figures.book')} />
    </>
  )
}
