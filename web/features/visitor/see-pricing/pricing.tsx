import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Plans } from '#contracts/calls/billing.ts'
import type { Cycle } from '#contracts/pages/plans.ts'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { CycleSwitch } from '#web/components/inputs/cycle-switch.tsx'
import { PlanCard } from '#web/components/lists/plan-card.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { usePlans } from '#web/lib/calls/plans.ts'
import { Comparison } from './comparison.tsx'
import { Questions } from './questions.tsx'

/** H39. */
export function Pricing({ startAt }: { startAt: string }): ReactNode {
  return (
    <ReadingState reading={usePlans()} loading={<Loading />}>
      {(plans) => <Offers plans={plans} startAt={startAt} />}
    </ReadingState>
  )
}

function Offers({ plans, startAt }: { plans: Plans; startAt: string }): ReactNode {
  const { t } = useTranslation()
  const [cycle, setCycle] = useState<Cycle>('monthly')
  return (
    <>
      <CycleSwitch cycle={cycle} onChoose={setCycle} />
      <div className="grid w-full gap-4 md:grid-cols-3">
        {plans.plans.map((offer) => (
          <PlanCard key={offer.plan} offer={offer} cycle={cycle}>
            <Link
              to={startAt}
              className={buttonLook(offer.plan === 'standard' ? 'primary' : 'secondary', 'large', 'w-full')}
            >
              <span>{startAt === '/billing' ? t('pricing.choose') : t('pricing.start')}</span>
              <span className="sr-only">{t(`plans.${offer.plan}`)}</span>
            </Link>
          </PlanCard>
        ))}
      </div>
      <p className="text-ink-soft">{t('pricing.trial', { count: plans.trialMonths })}</p>
      <Comparison plans={plans} cycle={cycle} />
      <Questions plans={plans} />
    </>
  )
}

function Loading(): ReactNode {
  return (
    <div className="grid w-full gap-4 md:grid-cols-3">
      {[0, 1, 2].map((card) => (
        <Skeleton key={card} className="h-80 rounded-card" />
      ))}
    </div>
  )
}
