import { zodResolver } from '@hookform/resolvers/zod'
import { Clock, Eye, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { startVisitSchema, VISIT_MS, VISIT_REASON_MAX } from '#contracts/calls/staff/impersonation.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Dialog, DialogStay } from '#web/components/dialogs/dialog.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Textarea } from '#web/components/inputs/textarea.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { startVisit } from '#web/lib/calls/staff/visit.ts'

export interface StartVisitDialogProps {
  business: { /** users.id. */ id: number; businessName: string }
  to: string
  open: boolean
  onClose: () => void
}

const reasonOnly = startVisitSchema.pick({ reason: true })

/** Asks for a reason of 10 to 300 characters (H31). */
export default function StartVisitDialog({ business, to, open, onClose }: StartVisitDialogProps): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const navigate = useNavigate()
  const form = useForm({ resolver: zodResolver(reasonOnly), defaultValues: { reason: '' } })
  const action = useAction((reason: string, key: string) => startVisit({ userId: business.id, reason }, key))
  const { error } = form.getFieldState('reason', form.formState)

  const submit = form.handleSubmit(async ({ reason }) => {
    const from = location.pathname
    try {
      await action.run(reason)
      toast.over(t('visit.startFailed'))
      onClose()
      // The visit may show before this call ends, and someone who has navigated on must stay there.
      if (location.pathname === from) void navigate(to)
    } catch (failure) {
      toast.error(t('visit.startFailed'), { description: words.forError(failure), durationMs: LONG_TOAST_MS })
    }
  })

  return (
    <Dialog
      open={open}
      busy={action.running}
      onClose={onClose}
      title={t('visit.startTitle', { name: business.businessName })}
      description={t('visit.startText')}
    >
      <ul className="mb-4 flex flex-col gap-2 rounded-field bg-tuff px-4 py-3">
        <Rule icon={<Eye className="size-5" />}>{t('visit.ruleView')}</Rule>
        <Rule icon={<Clock className="size-5" />}>{t('visit.ruleTime', { minutes: VISIT_MS / 60_000 })}</Rule>
        <Rule icon={<Mail className="size-5" />}>{t('visit.ruleSeen')}</Rule>
      </ul>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <Field label={t('visit.reason')} hint={t('visit.reasonHint')} error={error && t('visit.reasonLength')}>
          {(ids) => (
            <Textarea {...ids} {...form.register('reason')} rows={3} maxLength={VISIT_REASON_MAX} autoFocus required />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <DialogStay busy={action.running}>{t('visit.stay')}</DialogStay>
          <Button type="submit" className="grow sm:grow-0" busy={action.running}>
            {t('visit.go')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Rule({ icon, children }: { icon: ReactNode; children: ReactNode }): ReactNode {
  return (
    <li className="flex items-start gap-3">
      <span aria-hidden className="mt-0.5 shrink-0 text-pomegranate-text">
        {icon}
      </span>
      <span>{children}</span>
    </li>
  )
}
