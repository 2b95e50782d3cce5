import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { newPasswordFormSchema } from '#contracts/calls/account/accounts.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { PasswordChecklist } from '#web/components/inputs/password-checklist.tsx'
import { PasswordInput } from '#web/components/inputs/password-input.tsx'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { useSubmit, type ProofFormProps } from './use-submit.ts'

/** Replaces the sign-up's password. */
export function NewPasswordForm(props: ProofFormProps): ReactNode {
  const { t } = useTranslation()
  const { forField } = useErrorWords()
  const form = useForm({
    resolver: zodResolver(newPasswordFormSchema),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const { errors } = form.formState
  const { submit, busy } = useSubmit(form, props)
  const send = form.handleSubmit(({ newPassword }) => submit({ token: props.token, newPassword }))

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-5">
      <Field
        label={t('person.newPassword')}
        error={forField(errors.newPassword?.message)}
        hint={<PasswordChecklist password={form.watch('newPassword')} />}
      >
        {(ids) => <PasswordInput {...ids} {...form.register('newPassword')} autoComplete="new-password" required />}
      </Field>
      <Field label={t('person.confirmPassword')} error={forField(errors.confirmPassword?.message)}>
        {(ids) => <PasswordInput {...ids} {...form.register('confirmPassword')} autoComplete="new-password" required />}
      </Field>
      <Button type="submit" size="large" busy={busy}>
        {t('verifyPassword.newSubmit')}
      </Button>
    </form>
  )
}
