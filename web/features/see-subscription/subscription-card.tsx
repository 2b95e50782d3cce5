import { Crown, Sprout, Wheat } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Subscription } from '#contracts/business.ts'
import type { Plan } from '#contracts/plans.ts'
import { Badge, type BadgeTone } from '#web/components/badge.tsx'
import { buttonLook } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { ReadingState } from '#web/components/reading-state.tsx'
import { useSubscription } from '#web/lib/business.ts'
import { daysUntil } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { LimitBar } from './limit-bar.tsx'

const PLAN_TONES: Record<Plan, BadgeTone> = { starter: 'leaf', standard: 'pomegranate', prime: 'apricot' }
const PLAN_ICONS: Record<Plan, typeof Crown> = { starter: Sprout, standard: Wheat, prime: Crown }

/** The plan, the trial and what is left of the limits, with the way to a larger plan where one is reached (R75-R79). */
export function SubscriptionCard({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const reading = useSubscription(businessId)
  return (
    <Card title={t('subscription.title')} aside={reading.value && <PlanBadge plan={reading.value.subscriptionPlan} />}>
      <ReadingState reading={reading}>
        {(subscription) => (
          <div data-testid="subscription" className="flex flex-col gap-4">
            <Term subscription={subscription} />
            <LimitBar label={t('subscription.perks')} current={subscription.currentPerkCount} limit={subscription.perkLimit} upgrade={<Upgrade />} />
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

/** How long what is shown will last, and what follows. */
function Term({ subscription }: { subscription: Subscription }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { isInTrial, trialExpiresAt, periodEnd, endsAtPeriodEnd, nextPlan } = subscription
  if (isInTrial) {
    const days = trialExpiresAt === null ? 0 : daysUntil(new Date(trialExpiresAt), new Date())
    return <p className="font-medium text-ink-soft">{days > 0 ? t('subscription.trialLeft', { count: days }) : t('subscription.trialExpired')}</p>
  }
  if (periodEnd === null) return null
  const day = format.day(new Date(periodEnd))
  if (endsAtPeriodEnd) return <p className="font-medium text-apricot-text">{t('subscription.ends', { day })}</p>
  if (nextPlan !== null) return <p className="font-medium text-apricot-text">{t('subscription.changes', { day, plan: t(`plans.${nextPlan}`) })}</p>
  return <p className="font-medium text-ink-soft">{t('subscription.paidUntil', { day })}</p>
}
