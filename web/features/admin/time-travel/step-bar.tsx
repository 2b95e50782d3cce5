import { SkipBack, SkipForward, StepBack, StepForward } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BusinessHistory } from '#contracts/calls/staff/time-travel.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { NOW, type TravelMoment } from '#web/lib/reads/travel-moment.ts'
import { useExact } from './use-exact.ts'

export interface StepBarProps {
  history: BusinessHistory
  /** Null in the present. */
  shownAt: string | null
  /** No further event in this direction. */
  edge: 'next' | 'previous' | undefined
  onStep: (direction: 'next' | 'previous') => void
  onMove: (moment: TravelMoment) => void
}

/** The moment and the steps from it; stays below the visit's banner while the page scrolls. */
export function StepBar({ history, shownAt, edge, onStep, onMove }: StepBarProps): ReactNode {
  const { t } = useTranslation()
  const exact = useExact()
  const bar = useRef<HTMLDivElement>(null)
  // Keeps focused elements out from under the bar (WCAG 2.4.11), in addition to the banner.
  useEffect(() => {
    const { style } = document.documentElement
    const sizes = new ResizeObserver(() => style.setProperty('--step-bar', `${bar.current?.offsetHeight ?? 0}px`))
    if (bar.current) sizes.observe(bar.current)
    return () => {
      sizes.disconnect()
      style.removeProperty('--step-bar')
    }
  }, [])
  const [firstEvent] = history.events
  return (
    <div
      ref={bar}
      data-testid="step-bar"
      className="sticky top-[var(--visit-banner,0px)] z-20 flex flex-wrap items-center gap-2 rounded-card border border-line bg-surface px-3 py-2 shadow-float print:static"
    >
      <Button
        look="secondary"
        size="icon"
        aria-label={t('travel.toFirst')}
        title={t('travel.toFirst')}
        disabled={!firstEvent}
        onClick={() => firstEvent && onMove({ kind: 'position', position: firstEvent.position })}
      >
        <SkipBack aria-hidden className="size-5" />
      </Button>
      <Button look="secondary" className="max-sm:px-3" onClick={() => onStep('previous')}>
        <StepBack aria-hidden className="size-5" />
        <span className="max-sm:sr-only">{t('travel.back')}</span>
      </Button>
      <Button look="secondary" className="max-sm:px-3" onClick={() => onStep('next')}>
        <span className="max-sm:sr-only">{t('travel.forward')}</span>
        <StepForward aria-hidden className="size-5" />
      </Button>
      <Button
        look="secondary"
        size="icon"
        aria-label={t('travel.toNow')}
        title={t('travel.toNow')}
        onClick={() => onMove(NOW)}
      >
        <SkipForward aria-hidden className="size-5" />
      </Button>
      {/* The slider reads the moment out. */}
      <p aria-hidden className="ml-auto text-small font-semibold">
        {shownAt === null ? t('travel.now') : exact(shownAt)}
      </p>
      <p role="status" className="text-small text-ink-soft empty:hidden">
        {edge && t(edge === 'next' ? 'travel.noLater' : 'travel.noEarlier')}
      </p>
    </div>
  )
}
