import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'

const LONGEST_REFERENCE = 120

/** The bank's reference; optional. */
export function ReferenceField({
  value,
  autoFocus,
  onChange,
}: {
  value: string
  autoFocus?: boolean
  onChange: (reference: string) => void
}): ReactNode {
  const { t } = useTranslation()
  return (
    <Field label={t('adminBusinesses.reference')} hint={t('adminBusinesses.referenceHint')}>
      {(ids) => (
        <Input
          {...ids}
          value={value}
          maxLength={LONGEST_REFERENCE}
          autoComplete="off"
          autoFocus={autoFocus}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
