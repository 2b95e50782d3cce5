import { Check, Infinity as InfinityIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Plans } from '#contracts/calls/billing.ts'
import type { Cycle } from '#contracts/pages/plans.ts'
import { priceOf } from '#contracts/units/price.ts'
import { Card } from '#web/components/lists/card.tsx'
import type { PlanOffer } from '#web/components/lists/plan-card.tsx'
import { SideScroll } from '#web/components/lists/side-scroll.tsx'
import { useFormat } from '#web/lib/words/use-format.ts'

/**
 * On a phone, plans are columns under each criterion. Explicit roles, because some browsers drop a table's roles with
 * its display.
 */
const STACKED = 'max-sm:grid max-sm:grid-cols-3'

export function Comparison({ plans, cycle }: { plans: Plans; cycle: Cycle }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const limit = (value: number | null): ReactNode =>
    value === null ? (
      <InfinityIcon role="img" aria-label={t('pricing.unlimited')} className="inline size-5" />
    ) : (
      format.integer(value)
    )
  const rows: [string, (offer: PlanOffer) => ReactNode][] = [
    [t(cycle === 'yearly' ? 'pricing.priceYear' : 'pricing.priceMonth'), (offer) => format.amd(priceOf(offer, cycle))],
    [t('pricing.perks'), ({ perkLimit }) => limit(perkLimit)],
    [t('pricing.transactions'), ({ transactionLimit }) => limit(transactionLimit)],
    [t('pricing.page'), () => <Yes />],
    [t('pricing.counter'), () => <Yes />],
    [t('pricing.badge'), ({ plan }) => (plan === 'prime' ? <Yes /> : '—')],
    [t('pricing.homePage'), ({ plan }) => (plan === 'prime' ? <Yes /> : '—')],
  ]
  return (
    <Card title={t('pricing.compare')} className="w-full">
      <SideScroll label={t('pricing.compare')}>
        <table role="table" className="w-full border-collapse text-left max-sm:block">
          <thead role="rowgroup" className="max-sm:block">
            <tr role="row" className={`border-b border-line ${STACKED}`}>
              <th role="columnheader" scope="col" className="py-2.5 pr-4 max-sm:sr-only">
                <span className="sr-only">{t('pricing.feature')}</span>
              </th>
              {plans.plans.map(({ plan }) => (
                <th key={plan} role="columnheader" scope="col" className="px-2 py-2.5 text-center font-bold">
                  {t(`plans.${plan}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="max-sm:block">
            {rows.map(([name, cell]) => (
              <tr key={name} role="row" className={`border-b border-line last:border-0 ${STACKED}`}>
                <th
                  role="rowheader"
                  scope="row"
                  className="py-3 pr-4 font-normal max-sm:col-span-full max-sm:pr-0 max-sm:pb-0 max-sm:text-center max-sm:text-ink-soft"
                >
                  {name}
                </th>
                {plans.plans.map((offer) => (
                  <td key={offer.plan} role="cell" className="px-2 py-3 text-center whitespace-nowrap">
                    {cell(offer)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </SideScroll>
    </Card>
  )
}

function Yes(): ReactNode {
  const { t } = useTranslation()
  return <Check role="img" aria-label={t('pricing.included')} className="inline size-5 text-leaf-text" />
}
