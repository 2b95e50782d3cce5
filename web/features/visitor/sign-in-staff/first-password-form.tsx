import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { SAME_PASSWORD } from '#contracts/units/passwords.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { PasswordChecklist } from '#web/components/inputs/password-checklist.tsx'
import { PasswordInput } from '#web/components/inputs/password-input.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { changeStaffPassword, type StaffUser } from '#web/lib/calls/staff/admin-session.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { showFieldErrors } from '#web/lib/forms/form-errors.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { firstPasswordSchema } from './first-password-rules.ts'

/** H34: replaces the issued password before anything else. `known`: the issued one, if just typed. */
export function FirstPasswordForm({ known, onDone }: { known: string; onDone: (user: StaffUser) => void }): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const form = useForm({
    resolver: zodResolver(firstPasswordSchema),
    defaultValues: { currentPassword: known, newPassword: '', confirmPassword: '' },
  })
  const { errors } = form.formState
  const action = useAction(changeStaffPassword)
  const forNew = errors.newPassword?.message

  const submit = form.handleSubmit(async ({ currentPassword, newPassword }) => {
    try {
      onDone(await action.run({ currentPassword, newPassword }))
    } catch (error) {
      const isFieldError = known === '' || !(error instanceof ApiError && error.code === 'wrong_current_password')
      if (!isFieldError || !showFieldErrors(form, error, { wrong_current_password: 'currentPassword' }))
        toast.error(t('admin.passwordFailed'), { description: words.forError(error) })
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {known === '' && (
        <Field label={t('admin.firstPassword')} error={words.forField(errors.currentPassword?.message)}>
          {(ids) => (
            <PasswordInput
              {...ids}
              {...form.register('currentPassword')}
              autoComplete="current-password"
              required
              autoFocus
            />
          )}
        </Field>
      )}
      <Field
        label={t('person.newPassword')}
        error={forNew === SAME_PASSWORD ? t('admin.samePassword') : words.forField(forNew)}
        hint={<PasswordChecklist password={form.watch('newPassword')} />}
      >
        {(ids) => (
          <PasswordInput
            {...ids}
            {...form.register('newPassword')}
            autoComplete="new-password"
            required
            autoFocus={known !== ''}
          />
        )}
      </Field>
      <Field label={t('person.confirmPassword')} error={words.forField(errors.confirmPassword?.message)}>
        {(ids) => <PasswordInput {...ids} {...form.register('confirmPassword')} autoComplete="new-password" required />}
      </Field>
      <Button type="submit" size="large" busy={action.running}>
        {t('admin.savePassword')}
      </Button>
    </form>
  )
}
