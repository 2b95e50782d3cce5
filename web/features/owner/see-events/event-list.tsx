import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MovementLine } from '#contracts/calls/figures.ts'
import { Badge, type BadgeTone } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { PagedList } from '#web/components/lists/paged-list.tsx'
import { PrintNote } from '#web/components/lists/print-note.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { useBusinessProfile } from '#web/lib/calls/business.ts'
import { useMovements, type EventFilter } from '#web/lib/calls/figures.ts'
import { spacedCode, toTenths } from '#web/lib/words/format.ts'
import { useCursors } from '#web/lib/reads/use-cursors.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

const TONES: Record<MovementLine['type'], BadgeTone> = {
  PointsAwarded: 'leaf',
  AwardVoided: 'apricot',
  PerkRedeemed: 'pomegranate',
  PointsRefunded: 'leaf',
  AwardCorrected: 'apricot',
  AccountClosed: 'neutral',
  PointsMergedIn: 'leaf',
  PointsMergedOut: 'neutral',
}

/** The movements behind a number, newest first. `title`: of another list than that of a number's events. */
export function EventList({
  businessId,
  filter,
  title,
}: {
  businessId: number
  filter: EventFilter
  title?: string
}): ReactNode {
  const { t } = useTranslation()
  const name = title ?? t('events.title')
  const format = useFormat()
  const cursors = useCursors()
  const { value: profile } = useBusinessProfile(businessId)
  const signed = (points: string): string => {
    const isMinus = points.startsWith('-')
    return `${isMinus ? '−' : '+'}${format.points(toTenths(points.replace(/^[-+]/, '')))}`
  }
  return (
    <>
      <PrintNote name={profile?.businessName} />
      <Card title={name} aside={<Span filter={filter} />}>
        <PagedList
          reading={useMovements(businessId, filter, cursors.cursor)}
          cursors={cursors}
          items={(page) => page.movements}
          empty={{ title: t('events.emptyTitle'), text: t('events.emptyText') }}
          of={name}
        >
          {(movements) => (
            <Table
              caption={name}
              stacks
              rows={movements}
              rowKey={({ eventId }) => eventId}
              columns={[
                {
                  key: 'at',
                  title: t('events.at'),
                  cell: ({ happenedAt }) => (
                    <span className="whitespace-nowrap">{format.moment(new Date(happenedAt))}</span>
                  ),
                },
                { key: 'type', title: t('events.what'), cell: (movement) => <What movement={movement} /> },
                {
                  key: 'buyer',
                  title: t('buyers.code'),
                  cell: ({ buyer }) => (
                    <span className="font-semibold whitespace-nowrap">
                      {buyer.buyerId === '' ? t('recent.erased') : spacedCode(buyer.buyerId)}
                    </span>
                  ),
                },
                { key: 'about', title: t('events.about'), cell: (movement) => <About movement={movement} /> },
                {
                  key: 'points',
                  title: t('events.points'),
                  end: true,
                  cell: ({ points }) => <span className="font-semibold">{signed(points)}</span>,
                },
                {
                  key: 'balance',
                  title: t('events.balance'),
                  end: true,
                  cell: ({ balance }) => format.points(toTenths(balance)),
                },
              ]}
            />
          )}
        </PagedList>
      </Card>
    </>
  )
}

/** Names the actor unless it was the business itself or the buyer. */
function What({ movement: { type, onBehalf, actorRole } }: { movement: MovementLine }): ReactNode {
  const { t } = useTranslation()
  const by = onBehalf ? [t('events.support')] : actorRole === 'admin' ? [t('events.admin')] : []
  return <Badge tone={TONES[type]}>{[t(`eventTypes.${type}`), ...by].join(' · ')}</Badge>
}

function Span({ filter: { day, month } }: { filter: EventFilter }): ReactNode {
  const format = useFormat()
  const [year = 0, number = 1] = (month ?? '').split('-').map(Number)
  const days =
    day !== undefined
      ? [new Date(day)]
      : month !== undefined
        ? [new Date(Date.UTC(year, number - 1, 1)), new Date(Date.UTC(year, number, 0))]
        : []
  if (days.length === 0 || days.some((each) => Number.isNaN(each.getTime()))) return null
  return <p className="text-small text-ink-soft">{days.map(format.day).join(' – ')}</p>
}

function About({
  movement: { amountSpent, of, receipt, perkName, reason, missing },
}: {
  movement: MovementLine
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const parts = [
    amountSpent === null ? null : format.amd(amountSpent),
    of
      ? t('events.ofAward', { amount: format.amd(of.amountAmd), moment: format.moment(new Date(of.happenedAt)) })
      : null,
    receipt === null ? null : t('recent.receipt', { number: receipt }),
    perkName,
    reason,
    missing === null || toTenths(missing) === 0
      ? null
      : t('recent.missing', { points: format.points(toTenths(missing)) }),
  ]
  return <span className="wrap-anywhere">{parts.filter((part) => part !== null).join(' · ')}</span>
}
