import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Agreement } from '#web/components/inputs/agreement.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { PasswordChecklist } from '#web/components/inputs/password-checklist.tsx'
import { PasswordInput } from '#web/components/inputs/password-input.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { signUp } from '#web/lib/calls/account/accounts.ts'
import { useCarriedForm } from '#web/lib/forms/carried-form.ts'
import { showFieldErrors } from '#web/lib/forms/form-errors.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'
import type { SignedUp } from '#web/lib/session/new-code.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { signUpRules } from './sign-up-rules.ts'
import { isUserThere } from './sign-up-words.ts'

const EMPTY = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' }

/** R44-R46, R51. */
export default function SignUpForm({ onDone }: { onDone: (signedUp: SignedUp) => void }): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const language = useLanguage()
  const form = useForm({ resolver: signUpRules, defaultValues: EMPTY })
  useCarriedForm('sign-up', form)
  const { errors } = form.formState
  const error = (field: keyof typeof EMPTY): string | undefined => words.forField(errors[field]?.message)
  const action = useAction(signUp)

  const submit = form.handleSubmit(async ({ confirmPassword: _, ...input }) => {
    try {
      const { buyerId: code } = await action.run({ ...input, language })
      dropReadCache()
      onDone({ email: input.email, code })
    } catch (refusal) {
      if (isUserThere(refusal)) {
        toast.error(t('errors.user_exists'))
        return form.setError('email', { message: 'User already exists' }, { shouldFocus: true })
      }
      if (!showFieldErrors(form, refusal)) toast.error(t('signUp.failed'), { description: words.forError(refusal) })
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
        <Field label={t('person.firstName')} error={error('firstName')}>
          {(ids) => <Input {...ids} {...form.register('firstName')} autoComplete="given-name" required autoFocus />}
        </Field>
        <Field label={t('person.lastName')} error={error('lastName')}>
          {(ids) => <Input {...ids} {...form.register('lastName')} autoComplete="family-name" required />}
        </Field>
      </div>
      <Field label={t('person.email')} error={error('email')}>
        {(ids) => <Input {...ids} {...form.register('email')} type="email" autoComplete="email" required />}
      </Field>
      <Field
        label={t('person.password')}
        error={error('password')}
        hint={<PasswordChecklist password={form.watch('password')} />}
      >
        {(ids) => <PasswordInput {...ids} {...form.register('password')} autoComplete="new-password" required />}
      </Field>
      <Field label={t('person.confirmPassword')} error={error('confirmPassword')}>
        {(ids) => <PasswordInput {...ids} {...form.register('confirmPassword')} autoComplete="new-password" required />}
      </Field>
      <Agreement />
      <Button type="submit" size="large" busy={action.running}>
        {t('signUp.submit')}
      </Button>
    </form>
  )
}
