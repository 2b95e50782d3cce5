import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminSignInSchema } from '#contracts/calls/staff/admin.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { PasswordInput } from '#web/components/inputs/password-input.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { signInStaff, type StaffUser } from '#web/lib/calls/staff/admin-session.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** R14. `password`: as typed, for those who must change it at once (H34). */
export function StaffSignInForm({ onDone }: { onDone: (user: StaffUser, password: string) => void }): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const form = useForm({ resolver: zodResolver(adminSignInSchema), defaultValues: { email: '', password: '' } })
  const { errors } = form.formState
  const action = useAction(signInStaff)

  const submit = form.handleSubmit(async (input) => {
    try {
      onDone(await action.run(input), input.password)
    } catch (error) {
      toast.error(words.forError(error))
      form.setFocus('password', { shouldSelect: true })
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field label={t('person.email')} error={words.forField(errors.email?.message)}>
        {(ids) => (
          <Input {...ids} {...form.register('email')} type="email" autoComplete="username" required autoFocus />
        )}
      </Field>
      <Field label={t('person.password')} error={words.forField(errors.password?.message)}>
        {(ids) => <PasswordInput {...ids} {...form.register('password')} autoComplete="current-password" required />}
      </Field>
      <Button type="submit" size="large" busy={action.running}>
        {t('admin.signIn')}
      </Button>
    </form>
  )
}
