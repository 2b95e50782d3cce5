import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { SeedsCelebration } from '#web/components/brand/seeds-celebration.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useBuyerPoints } from '#web/lib/calls/buyer.ts'
import { playMoment } from '#web/lib/device/play-moment.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useBusinessName } from '#web/lib/words/use-business-name.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useBalanceChanges, type BalanceChange } from './use-balance-changes.ts'

/** Summed in tenths (R57). `moves` counts live updates. */
export function TotalPoints({ buyerUserId, moves }: { buyerUserId: number; moves: number }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useBusinessName()
  const reading = useBuyerPoints(buyerUserId)
  const changes = useBalanceChanges(reading.value, moves)
  const wordsOf = ({ business, pointsTenths }: BalanceChange): string => {
    const tenths = Math.abs(pointsTenths)
    return t(pointsTenths > 0 ? 'live.arrived' : 'live.taken', {
      count: tenths / 10,
      points: format.points(tenths),
      name: nameOf(business),
    })
  }

  // An open dialog covers and silences the page, so a toast reports what came.
  const told = useRef(changes)
  useEffect(() => {
    if (changes === told.current) return
    told.current = changes
    const gains = changes.filter(({ pointsTenths }) => pointsTenths > 0)
    if (gains.length > 0) playMoment('award', document.body)
    if (gains.length > 0 && document.querySelector('[role=dialog]')) toast.success(gains.map(wordsOf).join(' · '))
  })
  return (
    <section
      aria-label={t('points.total')}
      className="flex flex-col justify-center gap-2 rounded-card border border-line bg-surface px-5 py-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="font-medium text-ink-soft">{t('points.total')}</h2>
        <ReadingState
          reading={reading}
          loading={
            <>
              <Skeleton className="h-10 w-24" />
              <Skeleton className="h-5 w-full" />
            </>
          }
        >
          {(points) => (
            <>
              <p translate="no" data-testid="total-points" className="text-figure font-bold">
                {format.points(points.reduce((sum, { points: part }) => sum + toTenths(part), 0))}
              </p>
              {reading.keptAtMs !== undefined && (
                <p className="basis-full text-small font-medium">
                  {t('offlineWallet.asOf', { moment: format.moment(new Date(reading.keptAtMs)) })}
                </p>
              )}
              {points.length > 0 && (
                <p className="basis-full text-small text-ink-soft">
                  {t('points.atBusinesses', { count: points.length })}
                </p>
              )}
            </>
          )}
        </ReadingState>
      </div>
      <div role="status" data-testid="arrivals">
        {changes.map((change) => (
          <div key={change.business.id} className="flex animate-appear flex-wrap items-center gap-x-3 gap-y-1">
            {change.pointsTenths > 0 ? (
              <SeedsCelebration pointsTenths={change.pointsTenths} />
            ) : (
              <Link
                to={`/statement/${change.business.id}`}
                aria-label={t('points.statementOf', { name: nameOf(change.business) })}
                className="order-last flex min-h-11 items-center text-small font-medium text-pomegranate-text hover:underline"
              >
                {t('points.statement')}
              </Link>
            )}
            <p className={`font-semibold ${change.pointsTenths > 0 ? 'text-leaf-text' : ''}`}>{wordsOf(change)}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
