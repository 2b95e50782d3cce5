import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { INDUSTRIES } from '#contracts/pages/kind-names.ts'
import { Card } from '#web/components/lists/card.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Select } from '#web/components/inputs/select.tsx'
import { Textarea } from '#web/components/inputs/textarea.tsx'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { TextField, type RegistrationForm } from './text-field.tsx'

/** R160. */
export function BusinessSection({ form }: { form: RegistrationForm }): ReactNode {
  const { t } = useTranslation()
  const { forField } = useErrorWords()
  const { errors } = form.formState
  return (
    <Card title={t('registration.businessTitle')}>
      <div className="flex flex-col gap-5">
        <TextField
          form={form}
          name="businessName"
          label={t('registration.businessName')}
          autoComplete="organization"
          required
        />
        <Field label={t('registration.industry')} error={forField(errors.industry?.message)}>
          {(ids) => (
            <Select {...ids} {...form.register('industry')} required>
              <option value="">{t('registration.choose')}</option>
              {INDUSTRIES.map((industry) => (
                <option key={industry} value={industry}>
                  {t(`industries.${industry}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label={t('registration.descriptionField')}
          hint={t('registration.descriptionHint')}
          error={forField(errors.description?.message)}
        >
          {(ids) => <Textarea {...ids} {...form.register('description')} required />}
        </Field>
        <TextField form={form} name="address" label={t('registration.address')} autoComplete="street-address" />
      </div>
    </Card>
  )
}
