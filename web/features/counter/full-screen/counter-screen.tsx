import { ChartNoAxesColumn, Keyboard, LoaderCircle } from 'lucide-react'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { AwardNotices, SameElsewhere } from '#web/components/counter/award-notices.tsx'
import { AwardPreview } from '#web/components/counter/award-preview.tsx'
import { AwardWaits } from '#web/components/counter/award-waits.tsx'
import { ConfirmAward } from '#web/components/counter/confirm-award.tsx'
import { WaitingAwards } from '#web/components/counter/waiting-awards.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { ViewOnly } from '#web/components/inputs/view-only.tsx'
import { useSubscription } from '#web/lib/calls/business.ts'
import { useTellDisplay } from '#web/lib/device/buyer-display.ts'
import { classNames } from '#web/lib/device/class-names.ts'
import { wakeSoundsByTouch } from '#web/lib/device/sounds.ts'
import { useVisit } from '#web/lib/session/visit-state.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { BuyerTile } from './buyer-tile.tsx'
import { CameraButton, CameraPane, useCameraSwitch } from './camera-pane.tsx'
import { CodeKeys, Keypad } from './keypad.tsx'
import { AskCard, CodeUnderWay, GivenCard } from './perk-cards.tsx'
import { QuietButton } from './quiet-button.tsx'
import { ResultCard } from './result-card.tsx'
import { Roll } from './roll.tsx'
import { useCounter, type Counter } from './use-counter.ts'
import { isDialogOpen, useKeys } from './use-keys.ts'

const PANEL = 'flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4'

/** Longer amounts are set smaller, to fit a column. */
const WIDE_DIGITS = 6

export interface CounterScreenProps {
  businessId: number
  businessName: string
  isTill?: boolean
  /** Beside the name: ways out, who has unlocked the till. */
  actions?: ReactNode
}

/** The whole screen of a counter: a place to aim, the keypad, and the last acts. */
export function CounterScreen({ businessId, businessName, isTill = false, actions }: CounterScreenProps): ReactNode {
  const { t } = useTranslation()
  const isViewed = useVisit()?.mode === 'view'
  const camera = useCameraSwitch()
  const field = useRef<HTMLInputElement>(null)
  const tellDisplay = useTellDisplay(businessName)
  const counter = useCounter(businessId, ({ points, balance }) =>
    tellDisplay({ points: toTenths(points), balance: toTenths(balance) }),
  )
  const { card, award, redemption } = counter
  const focusField = (): void => field.current?.focus({ preventScroll: true })
  const see = (text: string): void => {
    if (isDialogOpen()) return
    tellDisplay(null)
    counter.see(text)
  }

  useEffect(wakeSoundsByTouch, [])
  useKeys({
    onSign: counter.type,
    onBack: counter.back,
    onEnter: counter.enter,
    onEscape: counter.escape,
    inCode: counter.entry.code !== undefined,
    field: () => field.current,
    off: isViewed,
  })

  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-1 flex-col gap-3 p-3 sm:p-4">
      <header className="flex flex-wrap items-center justify-between gap-x-3">
        <h1 className="min-w-0 flex-1 basis-24 truncate text-lead font-bold" translate="no">
          {businessName}
        </h1>
        <div className="flex shrink-0 items-center gap-1">{actions}</div>
      </header>
      <ViewOnly>
        <div className="grid flex-1 content-start gap-3 sm:grid-cols-2 lg:grid-cols-[1.1fr_1fr_1.1fr]">
          <div className="flex min-w-0 flex-col gap-3">
            <Limits businessId={businessId} isTill={isTill} isLimited={award.isLimited} />
            <section
              aria-label={t('counter.card')}
              className={classNames(PANEL, 'relative min-h-42 flex-1 sm:min-h-112')}
            >
              {!isViewed && <CameraPane camera={camera} small={card.kind !== 'ready'} onCode={see} />}
              <CardContent counter={counter} />
              <div
                className={classNames(
                  'mt-auto flex justify-between gap-x-2 sm:flex-wrap',
                  camera.isOn && card.kind !== 'ready' && 'sm:min-h-24 sm:content-end sm:pr-28',
                )}
              >
                <CameraButton camera={camera} />
                <QuietButton
                  name={t('counter.typeCode')}
                  icon={<Keyboard aria-hidden className="size-5 shrink-0" />}
                  onClick={() => {
                    counter.startCode()
                    focusField()
                  }}
                />
              </div>
            </section>
            <WaitingAwards
              awards={award.awards}
              isKept={award.isKept}
              onRetry={(key) => void award.outbox.retry(key)}
              onDismiss={(key) => void award.outbox.dismiss(key)}
            />
          </div>
          <Entry counter={counter} businessId={businessId} field={field} />
          <Roll businessId={businessId} undo={redemption.undo} className="sm:col-span-2 lg:col-span-1" />
        </div>
      </ViewOnly>
      <ConfirmAward asking={award.asking} onStay={award.stay} onGo={award.go} onFocus={focusField} />
    </div>
  )
}

/** The month's limit for as long as it holds; a till, which may not read the plan, knows it from a refusal. */
function Limits({
  businessId,
  isTill,
  isLimited,
}: {
  businessId: number
  isTill: boolean
  isLimited: boolean
}): ReactNode {
  const { t } = useTranslation()
  const { value: plan } = useSubscription(businessId, { isAsked: !isTill })
  return (
    <>
      <AwardNotices businessId={businessId} isTill={isTill} />
      {isLimited && !plan && (
        <Notice tone="alarm" icon={<ChartNoAxesColumn className="size-5" />} title={t('award.limitReached')}>
          {t('award.upgradePlan')}
        </Notice>
      )}
    </>
  )
}

function CardContent({ counter }: { counter: Counter }): ReactNode {
  const { card } = counter
  const problem = card.kind === 'ready' || card.kind === 'buyer' ? card.problem : undefined
  return (
    <>
      <div aria-live="polite" data-testid="counter-card" className="empty:-mt-3">
        <CardOf counter={counter} />
      </div>
      <div role="alert" className="empty:hidden">
        {problem !== undefined && (
          <p className="rounded-field bg-alarm-soft px-4 py-2.5 font-semibold text-alarm-text">{problem}</p>
        )}
      </div>
    </>
  )
}

function CardOf({ counter: { card, leave, award, redemption } }: { counter: Counter }): ReactNode {
  const { t } = useTranslation()
  switch (card.kind) {
    case 'ready':
      return null
    case 'buyer':
      return <BuyerTile code={card.code} buyer={card.buyer} unknown={card.unknown} />
    case 'sending':
      return (
        <>
          <BuyerTile code={card.input.buyerId} buyer={card.buyer} unknown={card.buyer ? undefined : ''} />
          <p className="mt-3 flex items-center gap-2 text-ink-soft">
            <LoaderCircle aria-hidden className="size-5 animate-spin" />
            <span>{t('counter.sending')}</span>
          </p>
        </>
      )
    case 'awarded':
      return <ResultCard key={card.reply.awardId} reply={card.reply} buyer={card.buyer} />
    case 'waits':
      return <AwardWaits {...card.input} isKept={award.isKept} />
    case 'looking':
    case 'using':
      return <CodeUnderWay key={card.kind} code={card.code} isUsed={card.kind === 'using'} />
    case 'asks':
      return <AskCard code={card.code} reply={card.reply} onGive={() => redemption.use(card.code)} onKeep={leave} />
    case 'given':
      return <GivenCard verified={card.verified} undo={redemption.undo} />
  }
}

function Entry({
  counter,
  businessId,
  field,
}: {
  counter: Counter
  businessId: number
  field: RefObject<HTMLInputElement | null>
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { card, entry, amountError, award } = counter
  const { amount, code } = entry
  const type = (sign: string): void => counter.type(sign)
  return (
    <section aria-label={t('counter.entry')} className={PANEL}>
      <label className="flex flex-col gap-1">
        <span className="text-ink-soft">{t(code === undefined ? 'award.amount' : 'counter.code')}</span>
        {/* Read only: the keys are read everywhere, and no system keyboard opens. */}
        <Input
          ref={field}
          readOnly
          inputMode="none"
          translate="no"
          autoFocus
          aria-invalid={amountError !== undefined || undefined}
          value={code ?? (amount === '' ? '' : format.amd(Number(amount)))}
          placeholder={code === undefined ? format.amd(0) : ''}
          className={classNames(
            'min-h-16 px-4 text-right sm:min-h-20 font-bold placeholder:text-display placeholder:font-bold',
            amount.length > WIDE_DIGITS ? 'text-headline' : 'text-display',
          )}
        />
      </label>
      <div className="flex min-h-18 flex-col justify-center">
        <div aria-live="polite">
          {code !== undefined ? (
            <p className="text-ink-soft">{t('counter.aimWithoutCamera')}</p>
          ) : (
            amountError === undefined && <AwardPreview amount={amount} />
          )}
        </div>
        <div role="alert">
          {amountError !== undefined && <p className="font-semibold text-alarm-text">{amountError}</p>}
        </div>
      </div>
      <SameElsewhere
        businessId={businessId}
        code={card.kind === 'buyer' ? card.code : ''}
        amount={amount}
        own={award.own}
      />
      {code === undefined ? (
        <>
          <Keypad onSign={type} onBack={counter.back} />
          <Button
            size="large"
            busy={card.kind === 'sending'}
            onMouseDown={(event) => event.preventDefault()}
            onClick={counter.submit}
          >
            {t('award.submit')}
          </Button>
        </>
      ) : (
        <CodeKeys onSign={type} onBack={counter.back} onDone={() => counter.enter()} onClose={counter.escape} />
      )}
    </section>
  )
}
