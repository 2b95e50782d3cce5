import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { resetPasswordSchema } from '#contracts/calls/account/accounts.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { PasswordChecklist } from '#web/components/inputs/password-checklist.tsx'
import { PasswordInput } from '#web/components/inputs/password-input.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { resetPassword } from '#web/lib/calls/account/accounts.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { showFieldErrors } from '#web/lib/forms/form-errors.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

export interface ResetFormProps {
  token: string
  onDone: () => void
  /** The token is unknown or expired. */
  onInvalid: () => void
}

/** R174. */
export function ResetForm({ token, onDone, onInvalid }: ResetFormProps): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const form = useForm({
    resolver: zodResolver(resetPasswordSchema),
    defaultValues: { token, password: '', confirmPassword: '' },
  })
  const { errors } = form.formState
  const action = useAction(resetPassword)

  const submit = form.handleSubmit(async (input) => {
    try {
      await action.run(input)
      toast.over(t('reset.failed'))
      onDone()
    } catch (error) {
      const invalid = error instanceof ApiError && (error.code === 'invalid_reset_token' || 'token' in error.fields)
      if (invalid) return onInvalid()
      if (!showFieldErrors(form, error)) toast.error(t('reset.failed'), { description: words.forError(error) })
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field
        label={t('person.newPassword')}
        error={words.forField(errors.password?.message)}
        hint={<PasswordChecklist password={form.watch('password')} />}
      >
        {(ids) => (
          <PasswordInput {...ids} {...form.register('password')} autoComplete="new-password" required autoFocus />
        )}
      </Field>
      <Field label={t('person.confirmPassword')} error={words.forField(errors.confirmPassword?.message)}>
        {(ids) => <PasswordInput {...ids} {...form.register('confirmPassword')} autoComplete="new-password" required />}
      </Field>
      <Button type="submit" size="large" busy={action.running}>
        {t('reset.submit')}
      </Button>
    </form>
  )
}
