import { zodResolver } from '@hookform/resolvers/zod'
import { UserRoundCheck } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { AwardReply } from '#contracts/business.ts'
import { isRedemptionCode, normaliseCode } from '#contracts/codes.ts'
import { CONFIRM_AMOUNT_AMD } from '#contracts/points.ts'
import { AlertDialog } from '#web/components/alert-dialog.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { CodeInput } from '#web/components/code-input.tsx'
import { Field } from '#web/components/field.tsx'
import { Input } from '#web/components/input.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/toast.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { readsAfterAward, subscriptionPath } from '#web/lib/business.ts'
import { mayMoveFocus } from '#web/lib/may-move-focus.ts'
import { useRefresh } from '#web/lib/read.ts'
import { playSound } from '#web/lib/sounds.ts'
import { useAwardOutbox } from '#web/lib/use-award-outbox.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useErrorWords } from '#web/lib/use-words.ts'
import { counterFormSchema, RECEIPT_MAX, type CounterInput } from './counter-form-schema.ts'
import { AwardPreview } from './award-preview.tsx'
import { AwardResult } from './award-result.tsx'
import { AwardWaits } from './award-waits.tsx'
import { isLimitError } from './limit-error.ts'
import { FIELDS, useTurns, type Turn } from './use-turns.ts'
import { useVerifyBuyer } from './use-verify-buyer.ts'
import { WaitingAwards } from './waiting-awards.tsx'

/** From this many points on the sound is a celebration. */
const CELEBRATED_POINTS = 10

type Ended = { kind: 'awarded'; reply: AwardReply } | { kind: 'waits'; key: string; input: CounterInput }

/** The counter's first form: whose code, how much, Enter (R165). Afterwards the next code can be typed at once, online or not. */
export function AwardForm({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useErrorWords()
  const refresh = useRefresh()
  const form = useForm({ resolver: zodResolver(counterFormSchema), defaultValues: { buyerId: '', amountSpent: '', receipt: '' } })
  const { errors } = form.formState
  const element = useRef<HTMLFormElement>(null)
  /** At once, not after the next render: a hand scanner and a fast cashier type on without waiting. */
  const focusOn = (field: (typeof FIELDS)[number]): void => {
    const input = element.current?.elements.namedItem(field)
    if (!(input instanceof HTMLInputElement)) return
    input.focus()
    // What still stands there gives way to what is scanned or typed.
    input.select()
  }
  const values = form.watch()
  const [code, amount] = [values.buyerId, String(values.amountSpent)]
  const [ended, setEnded] = useState<Ended>()
  /** The amount that stood there when the answer came: until another is typed, the answer is shown. */
  const [typedThen, setTypedThen] = useState('')
  const [asking, setAsking] = useState<CounterInput>()
  const turns = useTurns(form, award, () => void submit())
  const { outbox, awards } = useAwardOutbox(businessId, (reply, key) => {
    void refresh(readsAfterAward(businessId))
    // What was said to wait is not said to wait any more.
    setEnded((last) => (last?.kind === 'waits' && last.key === key ? { kind: 'awarded', reply } : last))
  })
  // One that was refused meanwhile has its own place below.
  const told = ended?.kind !== 'waits' || awards.some(({ key, refusal }) => key === ended.key && refusal === null) ? ended : undefined
  const isAnswered = amount === '' || amount === typedThen
  /** Whether the scanner is closed with a buyer's code. */
  const scanned = useRef(false)
  const verify = useVerifyBuyer({
    onCode: (given) => {
      form.setValue('buyerId', given)
      form.clearErrors('buyerId')
      focusOn('amountSpent')
    },
    held: () => form.getValues('buyerId'),
  })

  async function award(turn: Turn): Promise<void> {
    const { input } = turn
    // What came of the last one says nothing of this one, whoever refuses it.
    setEnded(undefined)
    const outcome = await outbox.submit(input)
    const isNext = turns.isNext(turn)
    if (outcome.kind === 'refused') {
      // The fields are the next one's by now: this one stands below, with what was typed, until somebody has seen it.
      if (isNext) return playSound('error')
      await outbox.dismiss(outcome.key)
      return refused(outcome.error)
    }
    turns.emptyWhatWasSent(turn)
    if (!isNext && mayMoveFocus(element.current)) focusOn('buyerId')
    setTypedThen(String(form.getValues('amountSpent')))
    setEnded(outcome.kind === 'awarded' ? outcome : { kind: 'waits', key: outcome.key, input })
    playSound(outcome.kind === 'waiting' ? 'success' : outcome.reply.points >= CELEBRATED_POINTS ? 'celebration' : 'transaction')
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

  const submit = form.handleSubmit((input) => {
    if (!turns.areTaken() && input.amountSpent >= CONFIRM_AMOUNT_AMD) setAsking(input)
    else void turns.take(input)
  })

  /** Enter after a code, as a hand scanner sends it, goes on to the amount instead of complaining that there is none. */
  function toAmount(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || amount !== '' || code === '') return
    event.preventDefault()
    focusOn('amountSpent')
  }

  const normalised = normaliseCode(code)
  function codeError(): string | undefined {
    if (errors.buyerId) return isRedemptionCode(normalised) ? t('award.thatIsPerkCode') : words.forField(errors.buyerId.message)
    return verify.nobodys === normalised ? t('errors.buyer_not_found') : undefined
  }

  return (
    <Card title={t('award.title')}>
      <form ref={element} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
        <Field label={t('award.code')} error={codeError()}>
          {(ids) => (
            <CodeInput
              {...ids}
              {...form.register('buyerId')}
              placeholder={t('award.codeExample')}
              autoFocus
              required
              onKeyDown={toAmount}
              scanLabel={t('award.scan')}
              scannerTitle={t('award.scan')}
              onScan={(text) => {
                scanned.current = verify.ask(text)
              }}
              afterScan={() => {
                focusOn(scanned.current ? 'amountSpent' : 'buyerId')
                scanned.current = false
              }}
            >
              <Button look="secondary" className="min-h-14 shrink-0 px-4" busy={verify.asked === normalised} aria-label={t('award.verify')} onClick={() => verify.ask(code)}>
                <UserRoundCheck aria-hidden className="size-6" />
                <span className="hidden md:inline">{t('award.verifyShort')}</span>
              </Button>
            </CodeInput>
          )}
        </Field>
        <div className="grid items-start gap-3 sm:grid-cols-[1.4fr_1fr]">
          <Field label={t('award.amount')} error={words.forField(errors.amountSpent?.message)}>
            {/* Not a field for numbers: such a one drops the comma, and 1249,00 is 124900 then. */}
            {(ids) => <Input {...ids} {...form.register('amountSpent')} size="large" inputMode="numeric" required autoComplete="off" />}
          </Field>
          <Field label={t('award.receipt')} error={words.forField(errors.receipt?.message)}>
            {(ids) => (
              <Input
                {...ids}
                {...form.register('receipt')}
                size="large"
                maxLength={RECEIPT_MAX}
                autoComplete="off"
                spellCheck={false}
                placeholder={t('award.receiptOptional')}
              />
            )}
          </Field>
        </div>
        <div aria-live="polite" className="flex min-h-18 flex-col justify-center">
          {isAnswered && told?.kind === 'awarded' && <AwardResult key={told.reply.awardId} awarded={told.reply} />}
          {isAnswered && told?.kind === 'waits' && <AwardWaits {...told.input} />}
          {(!isAnswered || !told) && <AwardPreview amount={amount} />}
        </div>
        <Button type="submit" size="large" busy={turns.isTaken(values)}>
          {t('award.submit')}
        </Button>
        <WaitingAwards awards={awards} onRetry={(key) => void outbox.retry(key)} onDismiss={(key) => void outbox.dismiss(key)} />
      </form>
      <AlertDialog
        open={asking !== undefined}
        title={t('award.confirmTitle', { amount: format.amd(asking?.amountSpent ?? 0) })}
        description={t('award.confirmDescription')}
        stay={t('award.confirmStay')}
        go={t('award.confirmGo')}
        onStay={() => setAsking(undefined)}
        onGo={() => {
          if (asking) void turns.take(asking)
          setAsking(undefined)
        }}
        onCloseFocus={(event) => {
          event.preventDefault()
          // The answer may be there already.
          focusOn(turns.areTaken() || code === '' ? 'buyerId' : 'amountSpent')
        }}
      />
    </Card>
  )
}
