import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { acceptInvitationSchema } from '#contracts/rights/manager-calls.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { PasswordChecklist } from '#web/components/inputs/password-checklist.tsx'
import { PasswordInput } from '#web/components/inputs/password-input.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { acceptInvitation } from '#web/lib/calls/account/invitation.ts'
import { showFieldErrors } from '#web/lib/forms/form-errors.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

export interface AcceptFormProps {
  token: string
  /** The invited address. */
  email: string
  onDone: (password: string) => Promise<void>
  /** The invitation is used, withdrawn or over. */
  onInvalid: () => void
}

const INVALID = ['invitation_invalid', 'user_exists']

export function AcceptForm({ token, email, onDone, onInvalid }: AcceptFormProps): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const language = useLanguage()
  const form = useForm({
    resolver: zodResolver(acceptInvitationSchema),
    defaultValues: { token, password: '', language },
  })
  const password = useWatch({ control: form.control, name: 'password' })
  const action = useAction(acceptInvitation)

  const submit = form.handleSubmit(async (input) => {
    try {
      await action.run({ ...input, language })
      await onDone(input.password)
    } catch (error) {
      if (error instanceof ApiError && INVALID.includes(error.code)) return onInvalid()
      if (!showFieldErrors(form, error)) toast.error(t('invitation.failed'), { description: words.forError(error) })
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field label={t('person.email')}>
        {(ids) => <Input {...ids} value={email} type="email" autoComplete="username" readOnly />}
      </Field>
      <Field
        label={t('person.newPassword')}
        error={words.forField(form.formState.errors.password?.message)}
        hint={<PasswordChecklist password={password} />}
      >
        {(ids) => (
          <PasswordInput {...ids} {...form.register('password')} autoComplete="new-password" required autoFocus />
        )}
      </Field>
      <Button type="submit" size="large" busy={action.running}>
        {t('invitation.submit')}
      </Button>
    </form>
  )
}
