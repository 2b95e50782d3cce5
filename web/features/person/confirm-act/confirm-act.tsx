import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { Dialog, DialogStay } from '#web/components/dialogs/dialog.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { PasswordInput } from '#web/components/inputs/password-input.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { confirmSession, onConfirmation } from '#web/lib/api/confirmed.ts'
import { showFieldErrors } from '#web/lib/forms/form-errors.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** The password prompt of every page with protected actions. Actions that wait at the same time share one prompt. */
export function ConfirmAct(): ReactNode {
  const { t } = useTranslation()
  const asked = useRef<{ answer: Promise<boolean>; settle: (confirmed: boolean) => void }>(undefined)
  const [open, setOpen] = useState(false)
  const action = useAction(confirmSession)

  useEffect(
    () =>
      onConfirmation(() => {
        const { promise, resolve } = Promise.withResolvers<boolean>()
        asked.current ??= { answer: promise, settle: resolve }
        setOpen(true)
        return asked.current.answer
      }),
    [],
  )

  function settle(confirmed: boolean): void {
    asked.current?.settle(confirmed)
    asked.current = undefined
    setOpen(false)
  }

  return (
    <Dialog
      open={open}
      busy={action.running}
      onClose={() => settle(false)}
      title={t('confirmAct.title')}
      description={t('confirmAct.text')}
    >
      <PasswordForm busy={action.running} confirm={action.run} onDone={() => settle(true)} />
    </Dialog>
  )
}

function PasswordForm({
  busy,
  confirm,
  onDone,
}: {
  busy: boolean
  confirm: (password: string) => Promise<unknown>
  onDone: () => void
}): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const form = useForm({ defaultValues: { password: '' } })
  useEffect(() => form.setFocus('password'), [form])
  const wrong = form.formState.errors.password

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await confirm(password)
      onDone()
    } catch (error) {
      if (!showFieldErrors(form, error, { wrong_current_password: 'password' }))
        toast.error(t('confirmAct.failed'), { description: words.forError(error) })
    }
  })

  return (
    <form
      noValidate
      onSubmit={(event) => {
        // In React's tree this form may be inside the page's own.
        event.stopPropagation()
        void submit(event)
      }}
      className="flex flex-col gap-4"
    >
      <Field
        label={t('confirmAct.password')}
        error={wrong && (wrong.type === 'required' ? t('confirmAct.missing') : words.forField(wrong.message))}
      >
        {(ids) => (
          <PasswordInput
            {...ids}
            {...form.register('password', { required: true })}
            autoComplete="current-password"
            required
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <DialogStay busy={busy}>{t('confirmAct.stay')}</DialogStay>
        <Button type="submit" className="grow sm:grow-0" busy={busy}>
          {t('confirmAct.go')}
        </Button>
      </div>
    </form>
  )
}
