import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { tenthsForAmount } from '#contracts/units/points.ts'
import { spacedCode } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

/** Replaces the result until the server replies; the cashier may go on. */
export function AwardWaits({
  buyerId,
  amountSpent,
  isKept,
}: {
  buyerId: string
  amountSpent: number
  isKept: boolean
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const tenths = tenthsForAmount(amountSpent)
  return (
    <div
      data-testid="award-waits"
      className="flex animate-appear items-center gap-3 rounded-field bg-apricot-soft px-4 py-2.5"
    >
      <CloudOff aria-hidden className="size-6 shrink-0 text-apricot-text" />
      <div>
        <p className="font-semibold">
          {t(isKept ? 'waiting.saved' : 'waiting.held', {
            code: spacedCode(buyerId),
            count: tenths / 10,
            points: format.points(tenths),
          })}
        </p>
        <p className="text-small">{t('waiting.savedText')}</p>
      </div>
    </div>
  )
}
