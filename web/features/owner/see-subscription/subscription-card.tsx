import { Crown, Sprout, Wheat } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Plan } from '#contracts/pages/plans.ts'
import { Badge, type BadgeTone } from '#web/components/lists/badge.tsx'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { useSubscription } from '#web/lib/calls/business.ts'
import { LimitBar } from './limit-bar.tsx'
import { SubscriptionTerm } from './subscription-term.tsx'

const PLAN_TONES: Record<Plan, BadgeTone> = { starter: 'leaf', standard: 'pomegranate', prime: 'apricot' }
const PLAN_ICONS: Record<Plan, typeof Crown> = { starter: Sprout, standard: Wheat, prime: Crown }

/** R75-R79. */
export function SubscriptionCard({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const reading = useSubscription(businessId)
  return (
    <Card title={t('subscription.title')} aside={reading.value && <PlanBadge plan={reading.value.subscriptionPlan} />}>
      <ReadingState reading={reading}>
        {(subscription) => (
          <div data-testid="subscription" className="flex flex-col gap-4">
            <SubscriptionTerm subscription={subscription} />
            <LimitBar
              label={t('subscription.perks')}
              current={subscription.currentPerkCount}
              limit={subscription.perkLimit}
              upgrade={<Upgrade />}
            />
            <LimitBar
              label={t('subscription.transactions')}
              current={subscription.currentTransactionCount}
              limit={subscription.transactionLimit}
              upgrade={<Upgrade />}
            />
          </div>
        )}
      </ReadingState>
    </Card>
  )
}

function PlanBadge({ plan }: { plan: Plan }): ReactNode {
  const { t } = useTranslation()
  const Icon = PLAN_ICONS[plan]
  return (
    <Badge tone={PLAN_TONES[plan]} icon={<Icon aria-hidden className="size-4" />}>
      {t(`plans.${plan}`)}
    </Badge>
  )
}

function Upgrade(): ReactNode {
  const { t } = useTranslation()
  return (
    <Link to="/billing" className={buttonLook('primary', 'regular', 'w-full')}>
      {t('subscription.upgrade')}
    </Link>
  )
}
