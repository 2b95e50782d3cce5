import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SeedsCelebration } from '#web/components/brand/seeds-celebration.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useBuyerPoints } from '#web/lib/calls/buyer.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useBusinessName } from '#web/lib/words/use-business-name.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useArrivals, type Arrival } from './use-arrivals.ts'

/** Summed in tenths (R57). `moves` counts live updates. */
export function TotalPoints({ buyerUserId, moves }: { buyerUserId: number; moves: number }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useBusinessName()
  const reading = useBuyerPoints(buyerUserId)
  const arrivals = useArrivals(reading.value, moves)
  const wordsOf = ({ business, pointsTenths }: Arrival): string =>
    t('live.arrived', { count: pointsTenths / 10, points: format.points(pointsTenths), name: nameOf(business) })

  // An open dialog covers and silences the page, so a toast reports the arrival.
  const told = useRef(arrivals)
  useEffect(() => {
    if (arrivals === told.current) return
    told.current = arrivals
    if (arrivals.length > 0 && document.querySelector('[role=dialog]')) toast.success(arrivals.map(wordsOf).join(' · '))
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
        {arrivals.map((arrival) => (
          <div key={arrival.business.id} className="flex animate-appear flex-wrap items-center gap-x-3 gap-y-1">
            <SeedsCelebration pointsTenths={arrival.pointsTenths} />
            <p className="font-semibold text-leaf-text">{wordsOf(arrival)}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
