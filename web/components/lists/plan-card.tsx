import { Check, Crown, Sprout, Wheat } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Plans } from '#contracts/calls/billing.ts'
import type { Cycle, Plan } from '#contracts/pages/plans.ts'
import { priceOf } from '#contracts/units/price.ts'
import { classNames } from '#web/lib/device/class-names.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

export type PlanOffer = Plans['plans'][number]

const ICONS: Record<Plan, typeof Crown> = { starter: Sprout, standard: Wheat, prime: Crown }
const MARKS: Record<Plan, string> = {
  starter: 'text-leaf-text',
  standard: 'text-pomegranate-text',
  prime: 'text-apricot-text',
}

export function PlanCard({
  offer,
  cycle,
  marked,
  children,
}: {
  offer: PlanOffer
  cycle: Cycle
  marked?: ReactNode
  children: ReactNode
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const { plan, perkLimit, transactionLimit, monthlyAmd, yearlyAmd } = offer
  const Icon = ICONS[plan]
  const savedAmd = monthlyAmd * 12 - yearlyAmd
  return (
    <section
      aria-labelledby={id}
      data-plan={plan}
      className={classNames(
        'flex flex-col gap-4 rounded-card border bg-surface p-6',
        marked ? 'border-2 border-pomegranate-text' : 'border-line',
      )}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id={id} className="flex items-center gap-2.5 text-lead font-bold">
          <Icon aria-hidden className={classNames('size-6', MARKS[plan])} />
          <span>{t(`plans.${plan}`)}</span>
        </h2>
        {marked}
      </header>
      <div>
        <p className="text-title font-bold whitespace-nowrap">{format.amd(priceOf(offer, cycle))}</p>
        <p className="text-ink-soft">
          <span>{cycle === 'yearly' ? t('offer.perYear') : t('offer.perMonth')}</span>
          {cycle === 'yearly' && savedAmd > 0 && (
            <span>{` · ${t('offer.saves', { amount: format.amd(savedAmd) })}`}</span>
          )}
        </p>
      </div>
      <ul className="flex flex-1 flex-col gap-2">
        <Feature>
          {perkLimit === null
            ? t('offer.perksUnlimited')
            : t('offer.perks', { count: perkLimit, perks: format.integer(perkLimit) })}
        </Feature>
        <Feature>
          {transactionLimit === null
            ? t('offer.transactionsUnlimited')
            : t('offer.transactions', { count: transactionLimit, transactions: format.integer(transactionLimit) })}
        </Feature>
        <Feature>{t('offer.page')}</Feature>
        {plan === 'prime' && <Feature>{t('offer.prime')}</Feature>}
      </ul>
      {children}
    </section>
  )
}

function Feature({ children }: { children: ReactNode }): ReactNode {
  return (
    <li className="flex items-start gap-2">
      <Check aria-hidden className="mt-1 size-4 shrink-0 text-leaf-text" />
      {children}
    </li>
  )
}
