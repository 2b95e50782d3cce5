import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { AwardReply } from '#contracts/calls/business.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { READ_AGAIN_EVERY_MS, readsAfterAward, subscriptionPath } from '#web/lib/calls/business.ts'
import { spacedCode, toTenths } from '#web/lib/words/format.ts'
import { rememberAct } from '#web/lib/session/last-act.ts'
import { mayMoveFocus } from '#web/lib/device/may-move-focus.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { playSound } from '#web/lib/device/sounds.ts'
import { useAwardOutbox } from '#web/lib/outbox/use-award-outbox.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useSpaced } from '#web/lib/words/use-spaced.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { AwardNotices, SameElsewhere } from '#web/components/counter/award-notices.tsx'
import { AwardFields } from './award-fields.tsx'
import { AwardPreview } from '#web/components/counter/award-preview.tsx'
import { AwardResult } from './award-result.tsx'
import { AwardWaits } from '#web/components/counter/award-waits.tsx'
import { ConfirmAward, type AskedAward } from '#web/components/counter/confirm-award.tsx'
import { counterFormSchema, FIELDS, type CounterField, type CounterInput } from './counter-form-schema.ts'
import { isLimitError } from '#web/components/counter/limit-error.ts'
import { useTurns, type Turn } from './use-turns.ts'
import { WaitingAwards } from '#web/components/counter/waiting-awards.tsx'
import { whyAsk } from '#web/components/counter/why-ask.ts'

/** From this many points on, the sound is a celebration. */
const CELEBRATED_POINTS = 10

type Ended = { kind: 'awarded'; reply: AwardReply } | { kind: 'waits'; key: string; input: CounterInput }

/** The counter's first form (R165). The next code can be typed at once, online or not. */
export function AwardForm({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const format = useFormat()
  const refresh = useRefresh()
  const form = useForm({
    resolver: zodResolver(counterFormSchema),
    defaultValues: { buyerId: '', amountSpent: '', receipt: '' },
  })
  const element = useRef<HTMLFormElement>(null)
  /** Synchronous, because a hand scanner and a fast cashier type on without waiting. */
  const focusOn = (field: CounterField): void => {
    const input = element.current?.elements.namedItem(field)
    if (!(input instanceof HTMLInputElement)) return
    input.focus()
    // Scanned or typed input replaces the old one.
    input.select()
  }
  const values = form.watch()
  const amount = String(values.amountSpent)
  const [ended, setEnded] = useState<Ended>()
  /** The amount at the time of the reply: the result shows until another is typed. */
  const [typedThen, setTypedThen] = useState('')
  /** The award to confirm, and its fields as typed. */
  const [asking, setAsking] = useState<AskedAward & { typed: typeof values }>()
  const turns = useTurns(form, award)
  // After a time offline, many replies arrive at once.
  const afterAward = useSpaced(() => void refresh(readsAfterAward(businessId)), READ_AGAIN_EVERY_MS)
  /** Ids of this counter's own awards. */
  const own = useRef(new Set<string>())
  const { outbox, awards, isKept } = useAwardOutbox(businessId, (reply, key) => {
    own.current.add(reply.awardId)
    afterAward()
    // A waiting award has landed.
    setEnded((last) => (last?.kind === 'waits' && last.key === key ? { kind: 'awarded', reply } : last))
  })
  // A waiting award that was then refused shows below.
  const told =
    ended?.kind !== 'waits' || awards.some(({ key, refusal }) => key === ended.key && refusal === null)
      ? ended
      : undefined
  const isAnswered = amount === '' || amount === typedThen

  async function award(turn: Turn): Promise<void> {
    const { input } = turn
    // The previous result says nothing about this award.
    setEnded(undefined)
    const outcome = await outbox.submit(input)
    const isNext = turns.isNext(turn)
    if (outcome.kind === 'refused') {
      // The fields belong to the next award, so this one shows below until someone has seen it.
      if (isNext) return playSound('error')
      await outbox.dismiss(outcome.key)
      return refused(outcome.error)
    }
    toast.over(t('award.failed'), t('award.limitReached'))
    turns.emptyWhatWasSent(turn)
    if (!isNext && mayMoveFocus(element.current)) focusOn('buyerId')
    setTypedThen(String(form.getValues('amountSpent')))
    if (outcome.kind === 'awarded') rememberAct(awardedSentence(outcome.reply))
    setEnded(outcome.kind === 'awarded' ? outcome : { kind: 'waits', key: outcome.key, input })
    playSound(
      outcome.kind === 'waiting'
        ? 'success'
        : outcome.reply.points >= CELEBRATED_POINTS
          ? 'celebration'
          : 'transaction',
    )
  }

  function awardedSentence({ points, buyerId }: AwardReply): string {
    return `${t('award.awarded', { count: points, points: format.points(toTenths(points)) })} · ${spacedCode(buyerId)}`
  }

  function refused(error: ApiError): void {
    playSound('error')
    if (isLimitError(error)) {
      void refresh([subscriptionPath(businessId)])
      toast.error(t('award.limitReached'), { description: t('award.upgradePlan'), durationMs: LONG_TOAST_MS })
      return
    }
    toast.error(t('award.failed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    if (!mayMoveFocus(element.current)) return
    if (error.code === 'buyer_not_found') form.setFocus('buyerId', { shouldSelect: true })
    if (error.code === 'receipt_already_awarded') form.setFocus('receipt', { shouldSelect: true })
  }

  const submit = form.handleSubmit(
    (input) => {
      const why = turns.holds(input) ? undefined : whyAsk(input, awards)
      if (why) setAsking({ input, why, typed: form.getValues() })
      else turns.take(input)
    },
    (errors) => {
      // Selected, so that the next input replaces the wrong one.
      const wrong = FIELDS.find((field) => errors[field])
      if (wrong) focusOn(wrong)
    },
  )

  return (
    <Card title={t('award.title')}>
      <form ref={element} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
        <AwardNotices businessId={businessId} />
        <AwardFields form={form} focusOn={focusOn} />
        <div aria-live="polite" className="flex min-h-18 flex-col justify-center">
          {isAnswered && told?.kind === 'awarded' && <AwardResult key={told.reply.awardId} awarded={told.reply} />}
          {isAnswered && told?.kind === 'waits' && <AwardWaits {...told.input} isKept={isKept} />}
          {(!isAnswered || !told) && <AwardPreview amount={amount} />}
        </div>
        <SameElsewhere businessId={businessId} code={values.buyerId} amount={amount} own={own.current} />
        <Button type="submit" size="large" busy={turns.isTaken(values)}>
          {t('award.submit')}
        </Button>
        <WaitingAwards
          awards={awards}
          isKept={isKept}
          onRetry={(key) => {
            void outbox.retry(key)
            focusOn('buyerId')
          }}
          onDismiss={(key) => {
            void outbox.dismiss(key)
            focusOn('buyerId')
          }}
        />
      </form>
      <ConfirmAward
        asking={asking}
        onStay={() => {
          // A reply may have emptied the fields meanwhile. An award that waits already is not retyped.
          if (asking?.why === 'waits') form.reset()
          else if (asking) for (const field of FIELDS) form.setValue(field, asking.typed[field])
          setAsking(undefined)
        }}
        onGo={(input) => {
          turns.take(input)
          setAsking(undefined)
        }}
        // The reply may have arrived already.
        onFocus={() => focusOn(turns.isTaken(values) || values.buyerId === '' ? 'buyerId' : 'amountSpent')}
      />
    </Card>
  )
}
