import { KeyRound } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PASSWORD_INPUT_MIN_LENGTH } from '#contracts/units/passwords.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { PasswordChecklist } from '#web/components/inputs/password-checklist.tsx'
import { PasswordInput } from '#web/components/inputs/password-input.tsx'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import type { ProfileFields } from './profile-rules.ts'

type PasswordForm = Pick<UseFormReturn<ProfileFields>, 'register' | 'watch' | 'setValue' | 'clearErrors'> & {
  errors: Partial<Record<keyof ProfileFields, { message?: string | undefined }>>
}

/** R97. Closing clears the fields. */
export function PasswordBlock({ form }: { form: PasswordForm }): ReactNode {
  const { t } = useTranslation()
  const { forField } = useErrorWords()
  const id = useId()
  const open = form.watch('changesPassword')

  function toggle(): void {
    form.setValue('changesPassword', !open)
    for (const field of ['currentPassword', 'newPassword', 'confirmPassword'] as const) {
      form.setValue(field, '')
      form.clearErrors(field)
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <Button look="secondary" className="self-start" aria-expanded={open} aria-controls={id} onClick={toggle}>
        <KeyRound aria-hidden className="size-4" />
        <span>{open ? t('profile.keepPassword') : t('profile.changePassword')}</span>
      </Button>
      <div id={id} hidden={!open} className="flex flex-col gap-5 rounded-field bg-tuff p-4">
        {open && (
          <>
            <p className="text-ink-soft">{t('profile.passwordHint')}</p>
            <Field label={t('person.currentPassword')} error={forField(form.errors.currentPassword?.message)}>
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
            <Field
              label={t('person.newPassword')}
              error={forField(form.errors.newPassword?.message)}
              hint={<PasswordChecklist password={form.watch('newPassword')} />}
            >
              {(ids) => (
                <PasswordInput
                  {...ids}
                  {...form.register('newPassword')}
                  minLength={PASSWORD_INPUT_MIN_LENGTH}
                  autoComplete="new-password"
                  required
                />
              )}
            </Field>
            <Field label={t('person.confirmPassword')} error={forField(form.errors.confirmPassword?.message)}>
              {(ids) => (
                <PasswordInput
                  {...ids}
                  {...form.register('confirmPassword')}
                  minLength={PASSWORD_INPUT_MIN_LENGTH}
                  autoComplete="new-password"
                  required
                />
              )}
            </Field>
          </>
        )}
      </div>
    </div>
  )
}
