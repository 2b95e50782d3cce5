import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LEGAL_STATUSES, looksLikeTaxId, needsIdDocument } from '#contracts/pages/kind-names.ts'
import { Card } from '#web/components/lists/card.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { lazyPart } from '#web/components/dialogs/lazy-part.tsx'
import { Select } from '#web/components/inputs/select.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { TextField, type RegistrationForm } from './text-field.tsx'

/** For individuals only. */
const IdDocumentField = lazyPart(() => import('./id-document-field.tsx'), ['fields'], <Skeleton className="h-24" />)

/** The legal status, with a tax number or an individual's ID document (R105, R159, R162). */
export function LegalSection({ form }: { form: RegistrationForm }): ReactNode {
  const { t } = useTranslation()
  const { forField } = useErrorWords()
  const { errors } = form.formState
  const [legalStatus, taxId] = [form.watch('legalStatus'), form.watch('taxId').trim()]
  return (
    <Card title={t('registration.legalTitle')}>
      <div className="flex flex-col gap-5">
        <Field label={t('registration.legalStatus')} error={forField(errors.legalStatus?.message)}>
          {(ids) => (
            <Select {...ids} {...form.register('legalStatus')} required>
              <option value="">{t('registration.choose')}</option>
              {LEGAL_STATUSES.map((status) => (
                <option key={status} value={status}>
                  {t(`legalStatuses.${status}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {legalStatus !== '' && !needsIdDocument(legalStatus) && (
          <TextField
            form={form}
            name="taxId"
            label={t('registration.taxId')}
            inputMode="numeric"
            autoComplete="off"
            required
            hint={taxId === '' || looksLikeTaxId(taxId) ? t('registration.taxIdHint') : t('registration.taxIdUnusual')}
          />
        )}
        {needsIdDocument(legalStatus) && <IdDocumentField form={form} />}
      </div>
    </Card>
  )
}
