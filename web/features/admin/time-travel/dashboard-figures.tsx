import { useState, type ReactNode } from 'react'
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
  const before = useBefore(then)
  const figuresOf = ({ stats, redemptionCounts: counts, ...of }: DashboardThen) => [
    { figure: 'totalBuyers' as const, value: format.integer(stats.totalBuyers) },
    { figure: 'totalPointsIssued' as const, value: format.points(toTenths(stats.totalPointsIssued)) },
    { figure: 'monthlyPoints' as const, value: format.points(toTenths(stats.monthlyPoints)) },
    { figure: 'currentTransactionCount' as const, value: format.integer(of.currentTransactionCount) },
    { figure: 'outstandingPoints' as const, value: format.points(toTenths(of.outstandingPoints)) },
    { figure: 'pendingRedemptions' as const, value: format.integer(counts.pending) },
    { figure: 'usedRedemptions' as const, value: format.integer(counts.used) },
    { figure: 'cancelledRedemptions' as const, value: format.integer(counts.cancelled) },
    { figure: 'subscriptionPlan' as const, value: words.valueOf('subscriptionPlan', of.subscriptionPlan) },
    { figure: 'status' as const, value: words.valueOf('status', of.status) },
  ]
  const was = before && figuresOf(before)
  return (
    <section aria-label={t('travel.figures')}>
      <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
        {figuresOf(then).map(({ figure, value }, index) => {
          const old = was?.[index]?.value ?? value
          return (
            <Stat
              key={figure}
              label={words.nameOf(figure)}
              value={<span data-testid={`then-${figure}`}>{value}</span>}
              note={old === value ? undefined : t('travel.changedFrom', { value: old })}
            />
          )
        })}
      </dl>
    </section>
  )
}

/** The moment that was shown before this one; undefined at first. */
function useBefore(then: DashboardThen): DashboardThen | undefined {
  const [shown, setShown] = useState<{ then: DashboardThen; before?: DashboardThen }>({ then })
  const isOther = JSON.stringify(shown.then.asOf) !== JSON.stringify(then.asOf)
  if (isOther) setShown({ then, before: shown.then })
  // The same moment, read again.
  else if (shown.then !== then) setShown({ ...shown, then })
  return shown.before
}
