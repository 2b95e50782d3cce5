import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { REDEMPTION_TTL_DAYS } from '#contracts/calls/staff/admin-settings.ts'
import { Card } from '#web/components/lists/card.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'

/** When unused redemption codes expire (H5). */
export function RedemptionEnd({
  typed,
  wrong,
  onType,
}: {
  typed: string
  wrong: boolean
  onType: (value: string) => void
}): ReactNode {
  const { t } = useTranslation()
  return (
    <Card title={t('adminSystem.codesEnd')}>
      <p className="mb-4 text-ink-soft">{t('adminSystem.codesEndText')}</p>
      <Field
        label={t('adminSystem.codesEndDays')}
        hint={t('adminSystem.codesEndHint')}
        error={
          wrong
            ? t('adminSystem.codesEndWrong', { min: REDEMPTION_TTL_DAYS.min, max: REDEMPTION_TTL_DAYS.max })
            : undefined
        }
      >
        {(ids) => (
          <Input
            {...ids}
            name="redemptionTtlDays"
            value={typed}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            onChange={(event) => onType(event.currentTarget.value)}
          />
        )}
      </Field>
    </Card>
  )
}
