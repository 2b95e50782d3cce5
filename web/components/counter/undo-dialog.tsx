import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { VOID_REASON_MAX, voidAwardSchema, type RecentAward, type VoidReply } from '#contracts/calls/counter.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Dialog, DialogStay } from '#web/components/dialogs/dialog.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { readsAfterAward } from '#web/lib/calls/business.ts'
import { voidAward } from '#web/lib/calls/counter.ts'
import { spacedCode, toTenths } from '#web/lib/words/format.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { playSound } from '#web/lib/device/sounds.ts'
import { useAction, type Action } from '#web/lib/forms/use-action.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

const REASONS = ['amount', 'buyer', 'returned'] as const

type VoidInput = { awardId: string; reason: string }

/** Explains the void and asks for a reason (H4). */
export function UndoDialog({
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
  const action = useAction((input: VoidInput, key: string) => voidAward(businessId, input, key))
  return (
    <Dialog open={award !== undefined} busy={action.running} onClose={onClose} title={t('undo.title')}>
      {last && <UndoForm businessId={businessId} award={last} action={action} onClose={onClose} />}
    </Dialog>
  )
}

interface UndoFormProps {
  businessId: number
  award: RecentAward
  action: Action<VoidInput, VoidReply>
  onClose: () => void
}

function UndoForm({ businessId, award, action, onClose }: UndoFormProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useErrorWords()
  const refresh = useRefresh()
  const form = useForm({ resolver: zodResolver(voidAwardSchema), defaultValues: { reason: '' } })
  const points = (text: string | number | null): string => format.points(toTenths(text ?? 0))

  useEffect(() => form.setFocus('reason'), [form])

  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      const reply = await action.run({ awardId: award.awardId, reason })
      toast.success(
        t('undo.done', { count: reply.points, points: points(reply.points), code: spacedCode(reply.buyerId) }),
      )
      playSound('success')
      onClose()
    } catch (error) {
      playSound('error')
      const { title, description } = words.forAct(t('undo.failed'), error)
      toast.error(title, { description, durationMs: LONG_TOAST_MS })
    }
    void refresh(readsAfterAward(businessId))
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div data-testid="undo-consequences" className="rounded-field bg-tuff px-4 py-3">
        <p>{t('undo.takes', { count: award.points, points: points(award.points), code: spacedCode(award.buyerId) })}</p>
        <p className="text-lead font-bold">
          {t('undo.balance', { before: points(award.undo.balance), after: points(award.undo.balanceAfter) })}
        </p>
        <p className="mt-1 text-small text-ink-soft">{t('undo.quota')}</p>
      </div>
      <Field
        label={t('undo.reason')}
        hint={t('undo.reasonHint')}
        error={form.formState.errors.reason && t('undo.reasonRequired')}
      >
        {(ids) => <Input {...ids} {...form.register('reason')} maxLength={VOID_REASON_MAX} autoComplete="off" />}
      </Field>
      <div className="flex flex-wrap gap-2">
        {REASONS.map((reason) => (
          <Button
            key={reason}
            look="secondary"
            className="text-small"
            onClick={() => form.setValue('reason', t(`undoReasons.${reason}`), { shouldValidate: true })}
          >
            {t(`undoReasons.${reason}`)}
          </Button>
        ))}
      </div>
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <DialogStay busy={action.running}>{t('wayBack.keep')}</DialogStay>
        <Button type="submit" look="alarm" className="grow sm:grow-0" busy={action.running}>
          {t('undo.go')}
        </Button>
      </div>
    </form>
  )
}
