import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { looksLikeTaxId } from '#contracts/pages/kind-names.ts'
import { SELLER_FIELDS, SELLER_MAX, type Seller } from '#contracts/pages/seller.ts'
import { Card } from '#web/components/lists/card.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'

export interface SellerCardProps {
  typed: Record<keyof Seller, string>
  isSet: boolean
  /** Refused fields, as `seller.field`, among others. */
  wrong: readonly string[]
  onType: (field: keyof Seller, value: string) => void
}

/** The issuer of invoices, and the account that receives the money (H36). */
export function SellerCard({ typed, isSet, wrong, onType }: SellerCardProps): ReactNode {
  const { t } = useTranslation()
  const taxId = typed.taxId.trim()
  const hints: Partial<Record<keyof Seller, string>> = {
    taxId: taxId === '' || looksLikeTaxId(taxId) ? t('registration.taxIdHint') : t('registration.taxIdUnusual'),
    account: t('adminSystem.seller.accountHint'),
  }
  return (
    <Card title={t('adminSystem.seller.title')}>
      <p className="mb-4 text-ink-soft">{isSet ? t('adminSystem.seller.text') : t('adminSystem.seller.notSet')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {SELLER_FIELDS.map((field) => (
          <Field
            key={field}
            label={t(`adminSystem.seller.${field}`)}
            hint={hints[field]}
            error={wrong.includes(`seller.${field}`) ? t(`adminSystem.seller.wrong.${field}`) : undefined}
          >
            {(ids) => (
              <Input
                {...ids}
                name={`seller.${field}`}
                value={typed[field]}
                inputMode={field === 'taxId' ? 'numeric' : undefined}
                autoComplete="off"
                maxLength={SELLER_MAX[field]}
                onChange={(event) => onType(field, event.currentTarget.value)}
              />
            )}
          </Field>
        ))}
      </div>
    </Card>
  )
}
