import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IMAGE_TYPES } from '#contracts/units/uploads.ts'
import { Field } from '#web/components/inputs/field.tsx'
import { FileInput } from '#web/components/inputs/file-input.tsx'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import type { RegistrationForm } from './text-field.tsx'

/** The ID document that an individual brings (R159, R162). The picture goes with the field: one that comes again would not name it, and send it. */
export default function IdDocumentField({ form }: { form: RegistrationForm }): ReactNode {
  const { t } = useTranslation()
  const { forField } = useErrorWords()
  const error = form.formState.errors.idDocument
  const isMissed = useRef(error !== undefined)

  // Whoever sends the form while this is still being fetched: there was nothing yet that could have had the focus.
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
