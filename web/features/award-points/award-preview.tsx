import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AMD_PER_TENTH, amountAmdSchema, leftoverAmd, tenthsForAmount } from '#contracts/points.ts'
import { useFormat } from '#web/lib/use-format.ts'

/** What an amount will earn and why, before anything is sent: 1,249 AMD = 24 × 50 → 2.4 points, 49 AMD not counted (H1). */
export function AwardPreview({ amount }: { amount: string }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const parsed = amountAmdSchema.safeParse(amount)
  if (!parsed.success) return <p className="text-ink-soft">{t('award.hint')}</p>
  const steps = tenthsForAmount(parsed.data)
  const left = leftoverAmd(parsed.data)
  return (
    <p className="text-ink-soft">
      {`${format.amd(parsed.data)} = ${format.integer(steps)} × ${AMD_PER_TENTH} `}
      <ArrowRight aria-hidden className="inline size-4" />
      <span className="sr-only">→</span>{' '}
      <strong className="text-title font-bold text-ink">{t('award.preview', { count: steps / 10, points: format.points(steps) })}</strong>
      {left > 0 && `, ${t('award.leftover', { amount: format.amd(left) })}`}
    </p>
  )
}
