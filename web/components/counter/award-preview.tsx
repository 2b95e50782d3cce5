import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AMD_PER_TENTH, amountAmdSchema, leftoverAmd, tenthsForAmount } from '#contracts/units/points.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

/** H1: 1,249 AMD = 24 × 50 → 2.4 points, 49 AMD not counted. */
export function AwardPreview({ amount }: { amount: string }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const parsed = amountAmdSchema.safeParse(amount)
  if (!parsed.success) {
    const digits = digitsOfThousands(amount)
    return <p className="text-ink-soft">{digits === undefined ? t('award.hint') : t('award.digitsOnly', { digits })}</p>
  }
  const steps = tenthsForAmount(parsed.data)
  const left = leftoverAmd(parsed.data)
  return (
    <p translate="no" className="text-ink-soft">
      <span>{`${format.amd(parsed.data)} = ${format.integer(steps)} × ${AMD_PER_TENTH} `}</span>
      <ArrowRight aria-hidden className="mr-1 inline size-4" />
      <span className="sr-only">→ </span>
      <strong className="text-title font-bold whitespace-nowrap text-ink">
        {t('award.preview', { count: steps / 10, points: format.points(steps) })}
      </strong>
      {left > 0 && <span>{`, ${t('award.leftover', { amount: format.amd(left) })}`}</span>}
    </p>
  )
}

/**
 * The digits of an amount with grouped thousands (12 500, 12,500 or 12.500), currency (֏1500, 1500 դրամ) or wide
 * digits. Only digits count as an amount (R167), so this is a hint, not a value.
 */
function digitsOfThousands(amount: string): string | undefined {
  const plain = amount.normalize('NFKC').replace(CURRENCY, '').trim()
  if (plain === amount.trim() && /^\d*$/.test(plain)) return undefined
  return /^(?:\d+|\d{1,3}(?:[\s,.]\d{3})+)$/.test(plain) ? plain.replaceAll(/\D/g, '') : undefined
}

const CURRENCY = /֏|դրամ|դր\.?|AMD/giu
