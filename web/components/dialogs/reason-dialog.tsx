import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { withReasonSchema } from '#contracts/calls/staff/admin.ts'
import { Button, type ButtonLook } from '#web/components/inputs/button.tsx'
import { Dialog, DialogStay } from './dialog.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Textarea } from '#web/components/inputs/textarea.tsx'
import { useLast } from '#web/lib/reads/use-last.ts'

const LONGEST = 500

export interface ReasonDialogProps {
  open: boolean
  title: string
  /** Consequence of the action. */
  description: string
  /** Button text, a verb. */
  go: string
  look?: ButtonLook
  /** Maximum length; by default that of any reason. */
  longest?: number
  busy: boolean
  onClose: () => void
  onGo: (reason: string) => void
}

/** Asks for the reason of an administrator's action (H30). Needs the `staff` words. */
export function ReasonDialog(props: ReasonDialogProps): ReactNode {
  // Keeps the last question on screen while the dialog closes.
  const last = useLast(props.open ? props : undefined) ?? props
  const { title, description } = last
  return (
    <Dialog open={props.open} busy={props.busy} onClose={props.onClose} title={title} description={description}>
      <ReasonForm {...last} busy={props.busy} />
    </Dialog>
  )
}

function ReasonForm({ go, look = 'alarm', longest = LONGEST, busy, onGo }: ReasonDialogProps): ReactNode {
  const { t } = useTranslation()
  const form = useForm({ resolver: zodResolver(withReasonSchema), defaultValues: { reason: '' } })
  useEffect(() => form.setFocus('reason'), [form])
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(({ reason }) => onGo(reason))(event)}
      className="flex flex-col gap-4"
    >
      <Field
        label={t('admin.reason')}
        hint={t('admin.reasonHint')}
        error={form.formState.errors.reason && t('admin.reasonRequired')}
      >
        {(ids) => <Textarea {...ids} {...form.register('reason')} maxLength={longest} autoComplete="off" />}
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <DialogStay busy={busy}>{t('admin.stay')}</DialogStay>
        <Button type="submit" look={look} className="grow sm:grow-0" busy={busy}>
          {go}
        </Button>
      </div>
    </form>
  )
}
