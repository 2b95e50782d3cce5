import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { yerevanMonth } from '#contracts/units/time.ts'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { Stat } from '#web/components/lists/stat.tsx'
import { useBusinessStats } from '#web/lib/calls/business.ts'
import { eventsPage } from '#web/lib/calls/figures.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useNow } from '#web/lib/device/use-now.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

const GRID = 'grid gap-3 sm:grid-cols-3'

/** R80. */
export function BusinessStatCards({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const month = useNow(yerevanMonth)
  const reading = useBusinessStats(businessId)
  return (
    <section aria-label={t('stats.title')}>
      <ReadingState reading={reading} loading={<Loading />}>
        {(stats) => (
          <dl className={GRID}>
            <Stat label={t('stats.totalBuyers')} value={format.integer(stats.totalBuyers)} />
            <Stat
              label={t('stats.pointsIssued')}
              value={<Behind>{format.points(toTenths(stats.totalPointsIssued))}</Behind>}
            />
            <Stat
              label={t('stats.pointsThisMonth')}
              value={<Behind month={month}>{format.points(toTenths(stats.monthlyPoints))}</Behind>}
            />
          </dl>
        )}
      </ReadingState>
    </section>
  )
}

/** Links a number to its events, of a month or of all time. */
function Behind({ month, children }: { month?: string; children: ReactNode }): ReactNode {
  return (
    <Link
      to={eventsPage({ month, types: ['PointsAwarded', 'AwardVoided', 'AwardCorrected'] })}
      className="-mx-3 -my-1.5 inline-flex min-h-11 items-center px-3 underline decoration-line-strong decoration-2 underline-offset-6"
    >
      {children}
    </Link>
  )
}

function Loading(): ReactNode {
  return (
    <div className={GRID}>
      {[0, 1, 2].map((card) => (
        <Skeleton key={card} className="h-18 rounded-card" />
      ))}
    </div>
  )
}
