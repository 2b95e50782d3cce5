import { Check, Infinity as InfinityIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Plans } from '#contracts/billing.ts'
import type { Cycle } from '#contracts/plans.ts'
import { priceOf } from '#contracts/price.ts'
import { Card } from '#web/components/card.tsx'
import type { PlanOffer } from '#web/components/plan-card.tsx'
import { useFormat } from '#web/lib/use-format.ts'

/** The same in rows, from the plans' own terms. */
export function Comparison({ plans, cycle }: { plans: Plans; cycle: Cycle }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const limit = (value: number | null): ReactNode =>
    value === null ? <InfinityIcon role="img" aria-label={t('pricing.unlimited')} className="inline size-5" /> : format.integer(value)
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
      <div className="-mx-5 overflow-x-auto px-5 sm:-mx-6 sm:px-6" role="group" aria-label={t('pricing.compare')} tabIndex={0}>
        <table className="w-full border-collapse text-left">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className="py-2.5 pr-4">
                <span className="sr-only">{t('pricing.feature')}</span>
              </th>
              {plans.plans.map(({ plan }) => (
                <th key={plan} scope="col" className="px-2 py-2.5 text-center font-bold">
                  {t(`plans.${plan}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, cell]) => (
              <tr key={name} className="border-b border-line last:border-0">
                <th scope="row" className="py-3 pr-4 font-normal">
                  {name}
                </th>
                {plans.plans.map((offer) => (
                  <td key={offer.plan} className="px-2 py-3 text-center whitespace-nowrap">
                    {cell(offer)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

function Yes(): ReactNode {
  const { t } = useTranslation()
  return <Check role="img" aria-label={t('pricing.included')} className="inline size-5 text-leaf-text" />
}
