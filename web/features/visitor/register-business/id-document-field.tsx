import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IMAGE_TYPES } from '#contracts/units/uploads.ts'
import { Field } from '#web/components/inputs/field.tsx'
import { FileInput } from '#web/components/inputs/file-input.tsx'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import type { RegistrationForm } from './text-field.tsx'

/**
 * An individual's ID document (R159, R162). Unmounting drops the picture: a new field would send it without naming it.
 */
export default function IdDocumentField({ form }: { form: RegistrationForm }): ReactNode {
  const { t } = useTranslation()
  const { forField } = useErrorWords()
  const error = form.formState.errors.idDocument
  const isMissed = useRef(error !== undefined)

  // The form was sent before this field had loaded, so it could not get the focus.
  useEffect(() => {
    if (isMissed.current) form.setFocus('idDocument')
  }, [form])

  return (
    <Field label={t('idDocument.label')} hint={t('idDocument.hint')} error={forField(error?.message)}>
      {(ids) => (
        <FileInput
          {...ids}
          {...form.register('idDocument', { shouldUnregister: true })}
          accept={IMAGE_TYPES.join(',')}
          required
        />
      )}
    </Field>
  )
}
