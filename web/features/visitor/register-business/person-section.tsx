import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#web/components/lists/card.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { PasswordChecklist } from '#web/components/inputs/password-checklist.tsx'
import { PasswordInput } from '#web/components/inputs/password-input.tsx'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { TextField, type RegistrationForm } from './text-field.tsx'

export function PersonSection({ form }: { form: RegistrationForm }): ReactNode {
  const { t } = useTranslation()
  const { forField } = useErrorWords()
  const { errors } = form.formState
  return (
    <Card title={t('registration.personTitle')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField form={form} name="firstName" label={t('person.firstName')} autoComplete="given-name" required />
        <TextField form={form} name="lastName" label={t('person.lastName')} autoComplete="family-name" required />
        <TextField form={form} name="email" label={t('person.email')} type="email" autoComplete="email" required />
        <TextField
          form={form}
          name="phone"
          label={t('person.phone')}
          type="tel"
          autoComplete="tel"
          placeholder={t('person.phoneExample')}
          required
        />
        <Field
          label={t('person.password')}
          error={forField(errors.password?.message)}
          hint={<PasswordChecklist password={form.watch('password')} />}
        >
          {(ids) => <PasswordInput {...ids} {...form.register('password')} autoComplete="new-password" required />}
        </Field>
        <Field label={t('person.confirmPassword')} error={forField(errors.confirmPassword?.message)}>
          {(ids) => (
            <PasswordInput {...ids} {...form.register('confirmPassword')} autoComplete="new-password" required />
          )}
        </Field>
      </div>
    </Card>
  )
}
