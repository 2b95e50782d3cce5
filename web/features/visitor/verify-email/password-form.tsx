import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { signUpPasswordFormSchema } from '#contracts/calls/account/accounts.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { PasswordInput } from '#web/components/inputs/password-input.tsx'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { useSubmit, type ProofFormProps } from './use-submit.ts'

/** Asks for the sign-up's password. */
export function PasswordForm(props: ProofFormProps): ReactNode {
  const { t } = useTranslation()
  const { forField } = useErrorWords()
  const form = useForm({ resolver: zodResolver(signUpPasswordFormSchema), defaultValues: { password: '' } })
  const { submit, busy } = useSubmit(form, props)
  const send = form.handleSubmit(({ password }) => submit({ token: props.token, password }))

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-5">
      <Field label={t('person.password')} error={forField(form.formState.errors.password?.message)}>
        {(ids) => <PasswordInput {...ids} {...form.register('password')} autoComplete="current-password" required />}
      </Field>
      <Button type="submit" size="large" busy={busy}>
        {t('verifyPassword.submit')}
      </Button>
    </form>
  )
}
