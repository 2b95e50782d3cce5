import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { correctAwardSchema, VOID_REASON_MAX, type CorrectReply, type RecentAward } from '#contracts/calls/counter.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Dialog, DialogStay } from '#web/components/dialogs/dialog.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { readsAfterAward } from '#web/lib/calls/business.ts'
import { correctAward } from '#web/lib/calls/counter.ts'
import { spacedCode, toTenths } from '#web/lib/words/format.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { playSound } from '#web/lib/device/sounds.ts'
import { typedAmountSchema } from '#web/lib/forms/typed-amount.ts'
import { useAction, type Action } from '#web/lib/forms/use-action.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { correctedPoints } from './corrected-points.ts'

const REASONS = ['reasonAmount', 'reasonReturned'] as const

type CorrectInput = { awardId: string; amountSpent: number; reason: string }

const formSchema = correctAwardSchema.extend({ amountSpent: typedAmountSchema })

/** A wrong amount or a part of the goods returned: was, should be, and what that means for the buyer's points. */
export function CorrectDialog({
  businessId,
  award,
  onClose,
}: {
  businessId: number
  award: RecentAward | undefined
  onClose: () => void
}): ReactNode {
  const { t } = useTranslation()
  // Keeps the award on screen while the dialog closes.
  const last = useLast(award)
  const action = useAction((input: CorrectInput, key: string) => correctAward(businessId, input, key))
  return (
    <Dialog open={award !== undefined} busy={action.running} onClose={onClose} title={t('correct.title')}>
      {last && <CorrectForm businessId={businessId} award={last} action={action} onClose={onClose} />}
    </Dialog>
  )
}

interface CorrectFormProps {
  businessId: number
  award: RecentAward
  action: Action<CorrectInput, CorrectReply>
  onClose: () => void
}

function CorrectForm({ businessId, award, action, onClose }: CorrectFormProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useErrorWords()
  const refresh = useRefresh()
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { amountSpent: '', reason: '' } })
  const { errors } = form.formState

  useEffect(() => form.setFocus('amountSpent'), [form])

  const submit = form.handleSubmit(async ({ amountSpent, reason }) => {
    try {
      const reply = await action.run({ awardId: award.awardId, amountSpent, reason })
      const missing = toTenths(reply.missing)
      toast.success(
        t('correct.done', { code: spacedCode(reply.buyerId), amount: format.amd(reply.amountSpent) }),
        missing === 0 ? {} : { description: t('correct.doneMissing', { points: format.points(missing) }) },
      )
      playSound('success')
      onClose()
    } catch (error) {
      playSound('error')
      const { title, description } = words.forAct(t('correct.failed'), error)
      toast.error(title, { description, durationMs: LONG_TOAST_MS })
    }
    void refresh(readsAfterAward(businessId))
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p translate="no">
        {t('correct.was', {
          count: toTenths(award.correction.held) / 10,
          amount: format.amd(award.corrected?.amountSpent ?? award.amountSpent),
          points: format.points(toTenths(award.correction.held)),
        })}
      </p>
      <Field
        label={t('correct.amount')}
        hint={t('correct.amountHint')}
        error={errors.amountSpent && words.forField(errors.amountSpent.message)}
      >
        {(ids) => (
          <Input
            {...ids}
            {...form.register('amountSpent')}
            size="large"
            inputMode="numeric"
            autoComplete="off"
            required
          />
        )}
      </Field>
      <Consequences award={award} amount={form.watch('amountSpent')} />
      <Field
        label={t('correct.reason')}
        hint={t('correct.reasonHint')}
        error={errors.reason && t('correct.reasonRequired')}
      >
        {(ids) => <Input {...ids} {...form.register('reason')} maxLength={VOID_REASON_MAX} autoComplete="off" />}
      </Field>
      <div className="flex flex-wrap gap-2">
        {REASONS.map((reason) => (
          <Button
            key={reason}
            look="secondary"
            className="text-small"
            onClick={() => form.setValue('reason', t(`correct.${reason}`), { shouldValidate: true })}
          >
            {t(`correct.${reason}`)}
          </Button>
        ))}
      </div>
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <DialogStay busy={action.running}>{t('wayBack.keep')}</DialogStay>
        <Button type="submit" className="grow sm:grow-0" busy={action.running}>
          {t('correct.go')}
        </Button>
      </div>
    </form>
  )
}

function Consequences({ award, amount }: { award: RecentAward; amount: string | number }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const parsed = typedAmountSchema.safeParse(amount)
  const after = parsed.success ? correctedPoints(award, parsed.data) : undefined
  const words = (tenths: number) => ({
    count: tenths / 10,
    points: format.points(tenths),
    code: spacedCode(award.buyerId),
  })
  // Rendered while empty: screen readers skip content that arrives with its live region.
  return (
    <div aria-live="polite" data-testid="correct-consequences" className="rounded-field bg-tuff px-4 py-3 empty:hidden">
      {after && (
        <>
          <p>
            {after.differenceTenths === 0
              ? t('correct.same')
              : t(
                  after.differenceTenths > 0 ? 'correct.adds' : 'correct.takes',
                  words(Math.abs(after.differenceTenths)),
                )}
          </p>
          <p className="text-lead font-bold">
            {t('correct.balance', {
              before: format.points(after.beforeTenths),
              after: format.points(after.afterTenths),
            })}
          </p>
          {after.missingTenths > 0 && <p>{t('correct.missing', words(after.missingTenths))}</p>}
          <p className="mt-1 text-small text-ink-soft">{t('correct.quota')}</p>
        </>
      )}
    </div>
  )
}
