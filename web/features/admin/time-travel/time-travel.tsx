import { Hourglass } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { Card } from '#web/components/lists/card.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { useRefresh } from '#web/lib/reads/read.ts'
import {
  positionBeside,
  travelPath,
  useDashboardThen,
  useHistory,
} from '#web/features/admin/time-travel/time-travel.ts'
import { momentOf, momentQuery, type TravelMoment } from '#web/lib/reads/travel-moment.ts'
import { useKept } from '#web/lib/reads/use-kept.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { setShownMoment } from '#web/lib/session/visit-state.ts'
import { AccountThenCard } from './account-then.tsx'
import { BuyersThen } from './buyers-then.tsx'
import { DashboardFigures } from './dashboard-figures.tsx'
import { MomentForm } from './moment-form.tsx'
import { MovementsThen, RedemptionsThen } from './lists-then.tsx'
import { PerksThen } from './perks-then.tsx'
import { ShareMoment } from './share-moment.tsx'
import { StepBar } from './step-bar.tsx'
import { StepPanel } from './step-panel.tsx'
import { TimeSlider } from './time-slider.tsx'

/** Read-only (H30). The address holds the moment and the open account, so that it can be shared. */
export function TimeTravel({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const refresh = useRefresh()
  const [query, setQuery] = useSearchParams()
  const moment = momentOf(query)
  const buyerId = Number(query.get('buyer') ?? 0)
  const reading = useDashboardThen(businessId, moment)
  const shown = useKept(reading)
  const history = useHistory(businessId)
  const [edge, setEdge] = useState<'next' | 'previous'>()
  const [asks, setAsks] = useState(0)
  const stepping = useRef(false)
  const buyers = useRef<HTMLDivElement>(null)
  const asOf = shown.value?.asOf
  const isPast = moment.kind !== 'now'
  const isAhead =
    moment.kind === 'at' && reading.value !== undefined && Date.parse(reading.value.asOf.at) < Date.parse(moment.at)

  // The cached present may be minutes old.
  useEffect(() => void refresh([travelPath(businessId)]), [businessId, refresh])
  useEffect(() => setShownMoment(isPast && asOf ? new Date(asOf.at) : null), [isPast, asOf])
  useEffect(() => () => setShownMoment(null), [])

  // Reads the address itself, because keys may be faster than rendering.
  function show(next: { moment?: TravelMoment; buyerId?: number }): void {
    const now = new URLSearchParams(location.search)
    const wanted = new URLSearchParams(momentQuery(next.moment ?? momentOf(now)))
    const buyer = next.buyerId ?? Number(now.get('buyer') ?? 0)
    if (buyer > 0) wanted.set('buyer', String(buyer))
    setEdge(undefined)
    // The present may have changed since it was read.
    if (next.moment?.kind === 'now') void refresh([travelPath(businessId)])
    setQuery(wanted, { replace: true, preventScrollReset: true })
  }

  /** Returns the focus to the account's button, or to the list if the buyer had no points then. */
  function closeAccount(): void {
    const opener = buyers.current?.querySelector<HTMLElement>(`[data-buyer="${buyerId}"]`) ?? buyers.current
    opener?.focus()
    show({ buyerId: -1 })
  }

  async function step(direction: 'next' | 'previous'): Promise<void> {
    const now = momentOf(new URLSearchParams(location.search))
    const isDrawn = momentQuery(now) === momentQuery(moment)
    const from = now.kind === 'position' ? now.position : isDrawn ? reading.value?.asOf.position : undefined
    if (stepping.current || from === undefined) return
    stepping.current = true
    try {
      const position = await positionBeside(businessId, from, direction)
      toast.over(t('travel.stepFailed'))
      if (position === undefined) setEdge(direction)
      else show({ moment: { kind: 'position', position } })
    } catch (error) {
      toast.error(t('travel.stepFailed'), { description: forError(error), durationMs: LONG_TOAST_MS })
    } finally {
      stepping.current = false
    }
  }

  function stepFrom(direction: 'next' | 'previous'): void {
    setAsks(asks + 1)
    void step(direction)
  }
  function moveTo(to: TravelMoment): void {
    setAsks(asks + 1)
    show({ moment: to })
  }

  return (
    <div className="flex flex-col gap-4" aria-busy={shown.old || undefined}>
      <Card title={t('travel.when')} aside={<ShareMoment asOf={asOf} />}>
        <ReadingState reading={history}>
          {(past) => <TimeSlider history={past} asOf={asOf} isPast={isPast} onStep={stepFrom} onMove={moveTo} />}
        </ReadingState>
        <MomentForm at={asOf?.at} isPast={isPast} asks={asks} onMove={(to) => show({ moment: to })} />
        {isAhead && (
          <div className="mt-4">
            <Notice icon={<Hourglass className="size-5" />} title={t('travel.aheadTitle')}>
              {t('travel.aheadText')}
            </Notice>
          </div>
        )}
      </Card>
      {history.value?.first != null && (
        <StepBar
          history={history.value}
          shownAt={isPast ? (asOf?.at ?? null) : null}
          edge={edge}
          onStep={stepFrom}
          onMove={moveTo}
        />
      )}
      <ReadingState reading={shown}>
        {(then) => (
          <>
            <StepPanel businessId={businessId} position={then.asOf.position} />
            <DashboardFigures then={then} />
            {buyerId > 0 && (
              <AccountThenCard businessId={businessId} buyerId={buyerId} moment={moment} onClose={closeAccount} />
            )}
            <div ref={buyers} tabIndex={-1} className="outline-none">
              <BuyersThen
                key={JSON.stringify(moment)}
                businessId={businessId}
                moment={moment}
                first={then.buyers}
                onOpen={(id) => show({ buyerId: id })}
              />
            </div>
            <PerksThen perks={then.perks} />
            <Card title={t('travel.movements')}>
              <MovementsThen caption={t('travel.movements')} movements={then.movements} />
            </Card>
            <Card title={t('travel.redemptions')}>
              <RedemptionsThen caption={t('travel.redemptions')} redemptions={then.redemptions} />
            </Card>
            <p className="text-small text-ink-soft">{t('travel.profileText')}</p>
          </>
        )}
      </ReadingState>
    </div>
  )
}
