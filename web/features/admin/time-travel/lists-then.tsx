import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DashboardThen } from '#contracts/calls/staff/time-travel.ts'
import { Badge } from '#web/components/lists/badge.tsx'
import { Table, type Column } from '#web/components/lists/table.tsx'
import { spacedCode, toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { signed } from './signed.ts'
import { useExact } from './use-exact.ts'

type MovementThen = DashboardThen['movements'][number]
type RedemptionThen = DashboardThen['redemptions'][number]

interface Rows {
  caption: string
  /** Omits the buyer column, for one buyer's account. */
  withoutBuyer?: boolean
}

/** Up to the moment, newest first. */
export function MovementsThen({
  caption,
  movements,
  withoutBuyer = false,
}: Rows & { movements: MovementThen[] }): ReactNode {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const exact = useExact()
  const buyer = useBuyerColumn<MovementThen>(withoutBuyer)
  const byStaff = ({ onBehalf, actor }: MovementThen): string[] =>
    onBehalf ? [t('travel.onBehalf')] : actor.role === 'admin' ? [t('travelRoles.admin', { id: actor.id })] : []
  if (movements.length === 0) return <p className="text-ink-soft">{t('travel.noMovements')}</p>
  return (
    <Table
      caption={caption}
      stacks
      rows={movements}
      rowKey={({ eventId }) => eventId}
      columns={[
        {
          key: 'at',
          title: t('travel.at'),
          cell: ({ happenedAt }) => <span className="whitespace-nowrap">{exact(happenedAt)}</span>,
        },
        {
          key: 'type',
          title: t('travel.what'),
          cell: (movement) => [t(`travelEvents.${movement.type}`), ...byStaff(movement)].join(' · '),
        },
        ...buyer,
        {
          key: 'points',
          title: t('travel.pointsColumn'),
          end: true,
          cell: ({ points }) => <span className="font-semibold">{signed(points, i18n.language)}</span>,
        },
        {
          key: 'balance',
          title: t('travel.balance'),
          end: true,
          cell: ({ balance }) => format.points(toTenths(balance)),
        },
      ]}
    />
  )
}

/** With their states as of the moment, newest first; codes are masked (H13). */
export function RedemptionsThen({
  caption,
  redemptions,
  withoutBuyer = false,
}: Rows & { redemptions: RedemptionThen[] }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const exact = useExact()
  const buyer = useBuyerColumn<RedemptionThen>(withoutBuyer)
  if (redemptions.length === 0) return <p className="text-ink-soft">{t('travel.noRedemptions')}</p>
  return (
    <Table
      caption={caption}
      stacks
      rows={redemptions}
      rowKey={({ redemptionId }) => redemptionId}
      columns={[
        {
          key: 'at',
          title: t('travel.at'),
          cell: ({ createdAt }) => <span className="whitespace-nowrap">{exact(createdAt)}</span>,
        },
        {
          key: 'perk',
          title: t('travel.perk'),
          cell: ({ perkName, code }) => (
            <div className="min-w-0 sm:min-w-32">
              <p className="wrap-anywhere">{perkName}</p>
              <p className="text-small whitespace-nowrap text-ink-soft">{code}</p>
            </div>
          ),
        },
        ...buyer,
        {
          key: 'points',
          title: t('travel.pointsColumn'),
          end: true,
          cell: ({ points }) => format.points(toTenths(points)),
        },
        {
          key: 'state',
          title: t('travel.state'),
          end: true,
          cell: ({ state }) => <Badge tone={TONES[state]}>{t(`travelStates.${state}`)}</Badge>,
        },
      ]}
    />
  )
}

const TONES = { pending: 'apricot', used: 'leaf', cancelled: 'neutral' } as const

function useBuyerColumn<Row extends { buyer: { buyerId: string } }>(without: boolean): Column<Row>[] {
  const { t } = useTranslation()
  if (without) return []
  const cell = ({ buyer }: Row): ReactNode => (
    <span className="font-semibold whitespace-nowrap">
      {buyer.buyerId === '' ? t('travel.erased') : spacedCode(buyer.buyerId)}
    </span>
  )
  return [{ key: 'buyer', title: t('travel.buyer'), cell }]
}
