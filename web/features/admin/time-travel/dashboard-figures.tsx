import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DashboardThen } from '#contracts/calls/staff/time-travel.ts'
import { Stat } from '#web/components/lists/stat.tsx'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useFigureWords } from './use-figure-words.ts'

/** The live dashboard's figures as of the moment, with the same names and rounding. */
export function DashboardFigures({ then }: { then: DashboardThen }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useFigureWords()
  const { stats, redemptionCounts: counts } = then
  const figures = [
    ['totalBuyers', format.integer(stats.totalBuyers)],
    ['totalPointsIssued', format.points(toTenths(stats.totalPointsIssued))],
    ['monthlyPoints', format.points(toTenths(stats.monthlyPoints))],
    ['currentTransactionCount', format.integer(then.currentTransactionCount)],
    ['outstandingPoints', format.points(toTenths(then.outstandingPoints))],
    ['pendingRedemptions', format.integer(counts.pending)],
    ['usedRedemptions', format.integer(counts.used)],
    ['cancelledRedemptions', format.integer(counts.cancelled)],
    ['subscriptionPlan', words.valueOf('subscriptionPlan', then.subscriptionPlan)],
    ['status', words.valueOf('status', then.status)],
  ] as const
  return (
    <section aria-label={t('travel.figures')}>
      <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
        {figures.map(([figure, value]) => (
          <Stat key={figure} label={words.nameOf(figure)} value={<span data-testid={`then-${figure}`}>{value}</span>} />
        ))}
      </dl>
    </section>
  )
}
