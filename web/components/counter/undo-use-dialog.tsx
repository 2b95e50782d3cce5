import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { reopenRedemptionSchema, VOID_REASON_MAX } from '#contracts/calls/counter.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Dialog, DialogStay } from '#web/components/dialogs/dialog.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { useLast } from '#web/lib/reads/use-last.ts'
import type { UndoUse, Verified } from './use-undo-use.ts'

/** Asks for the reason of an undo more than ten minutes after the use. */
export function UndoUseDialog({ undo }: { undo: UndoUse }): ReactNode {
  const { t } = useTranslation()
  // Keeps the use on screen while the dialog closes.
  const last = useLast(undo.asking)
  return (
    <Dialog open={undo.asking !== undefined} busy={undo.running} onClose={undo.stay} title={t('verify.undoTitle')}>
      {last && <UndoUseForm undo={undo} verified={last} />}
    </Dialog>
  )
}

function UndoUseForm({ undo, verified }: { undo: UndoUse; verified: Verified }): ReactNode {
  const { t } = useTranslation()
  const form = useForm({ resolver: zodResolver(reopenRedemptionSchema), defaultValues: { reason: '' } })
  useEffect(() => form.setFocus('reason'), [form])
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(({ reason }) => undo.run(verified, reason))(event)}
      className="flex flex-col gap-4"
    >
      <p>{t('verify.undoText', { perk: verified.reply.perk.name })}</p>
      <Field
        label={t('undo.reason')}
        hint={t('undo.reasonHint')}
        error={form.formState.errors.reason && t('undo.reasonRequired')}
      >
        {(ids) => <Input {...ids} {...form.register('reason')} maxLength={VOID_REASON_MAX} autoComplete="off" />}
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <DialogStay busy={undo.running}>{t('wayBack.keep')}</DialogStay>
        <Button type="submit" className="grow sm:grow-0" busy={undo.running}>
          {t('verify.undo')}
        </Button>
      </div>
    </form>
  )
}
