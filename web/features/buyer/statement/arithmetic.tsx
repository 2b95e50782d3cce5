import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { StatementSums } from '#contracts/calls/statement.ts'
import { Card } from '#web/components/lists/card.tsx'
import { classNames } from '#web/lib/device/class-names.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

const LINES = [
  ['opening', ''],
  ['awarded', '+'],
  ['returned', '+'],
  ['merged', '+'],
  ['redeemed', '−'],
  ['voided', '−'],
  ['forfeited', '−'],
  ['closing', '='],
] as const

/** opening + awarded + refunded + from cards − spent − voided − forfeited = closing. Omits zeros except both ends. */
export function Arithmetic({ sums }: { sums: StatementSums }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Card title={t('statement.arithmetic')}>
      <dl data-testid="arithmetic">
        {LINES.filter(([name]) => name === 'opening' || name === 'closing' || toTenths(sums[name]) !== 0).map(
          ([name, sign]) => (
            <div
              key={name}
              className={classNames(
                'flex items-baseline justify-between gap-4 py-1.5',
                name === 'closing' && 'mt-1 border-t-2 border-line-strong pt-2.5 font-bold',
              )}
            >
              <dt className="min-w-0">{t(`statement.${name}`)}</dt>
              <dd className="shrink-0 whitespace-nowrap">
                <span className="mr-2 text-ink-soft">{sign}</span>
                <span>{format.points(toTenths(sums[name]))}</span>
              </dd>
            </div>
          ),
        )}
      </dl>
    </Card>
  )
}
