import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AsOf, BusinessHistory } from '#contracts/calls/staff/time-travel.ts'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { NOW, type TravelMoment } from '#web/lib/reads/travel-moment.ts'
import { HistoryMarks } from './history-marks.tsx'
import { useExact } from './use-exact.ts'

/** Resolution of dragging; steps between events are exact. */
const TICKS = 1_000

export interface TimeSliderProps {
  history: BusinessHistory
  asOf: AsOf | undefined
  isPast: boolean
  onStep: (direction: 'next' | 'previous') => void
  onMove: (moment: TravelMoment) => void
}

/** Arrow keys move by event, Home to the first, End to the present. */
export function TimeSlider({ history, asOf, isPast, onStep, onMove }: TimeSliderProps): ReactNode {
  const { t } = useTranslation()
  const exact = useExact()
  const input = useRef<HTMLInputElement>(null)
  const [dragged, setDragged] = useState<number>()
  /** The focused slider reads its own moments out, so the live region must not. */
  const [isOnSlider, setOnSlider] = useState(false)
  const [first, last] = [Date.parse(history.first ?? ''), Date.parse(history.last ?? '')]
  const spanMs = Math.max(1, last - first)
  const momentAt = (tick: number): string =>
    new Date(tick >= TICKS ? last : first + Math.round((spanMs * tick) / TICKS)).toISOString()
  const shownTick =
    asOf && isPast ? Math.min(TICKS, Math.max(0, Math.round(((Date.parse(asOf.at) - first) / spanMs) * TICKS))) : TICKS

  // React's onChange fires while dragging; the native event fires once, on release.
  const letGo = useEffectEvent((tick: number): void => {
    setDragged(undefined)
    onMove({ kind: 'at', at: momentAt(tick) })
  })
  useEffect(() => {
    const element = input.current
    const onChange = (): void => letGo(Number(element?.value))
    element?.addEventListener('change', onChange)
    return () => element?.removeEventListener('change', onChange)
  }, [])

  function onKey(event: KeyboardEvent): void {
    const step = STEPS[event.key]
    const firstEvent = history.events[0]
    if (step) onStep(step)
    else if (event.key === 'Home' && firstEvent) onMove({ kind: 'position', position: firstEvent.position })
    else if (event.key === 'End') onMove(NOW)
    else return
    event.preventDefault()
  }

  if (history.first === null) return <EmptyState title={t('travel.emptyTitle')}>{t('travel.emptyText')}</EmptyState>
  const text = dragged === undefined ? (isPast && asOf ? exact(asOf.at) : t('travel.now')) : exact(momentAt(dragged))
  return (
    <div className="flex flex-col gap-2">
      <p aria-live={isOnSlider ? 'off' : 'polite'} className="text-lead font-bold" data-testid="travel-moment">
        {text}
      </p>
      <HistoryMarks history={history} />
      <input
        ref={input}
        type="range"
        min={0}
        max={TICKS}
        value={dragged ?? shownTick}
        aria-label={t('travel.slider')}
        aria-valuetext={text}
        className="h-11 w-full cursor-pointer accent-pomegranate"
        onChange={(event) => setDragged(Number(event.currentTarget.value))}
        onKeyDown={onKey}
        onFocus={() => setOnSlider(true)}
        onBlur={() => setOnSlider(false)}
      />
      <p aria-hidden className="-mt-2 flex justify-between gap-4 text-small text-ink-soft">
        <span>{exact(history.first)}</span>
        <span className="text-right">{exact(history.last ?? history.first)}</span>
      </p>
      <p className="text-small text-ink-soft max-sm:hidden">{t('travel.keys')}</p>
    </div>
  )
}

const STEPS: Partial<Record<string, 'next' | 'previous'>> = {
  ArrowRight: 'next',
  ArrowUp: 'next',
  ArrowLeft: 'previous',
  ArrowDown: 'previous',
}
