import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Subscription } from '#contracts/calls/business.ts'
import { useNow } from '#web/lib/device/use-now.ts'
import { daysUntil } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

/**
 * When the trial or period ends and what follows, or that it has ended, even before the server changes the status
 * (R76, H24).
 */
export function SubscriptionTerm({ subscription }: { subscription: Subscription }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { isInTrial, trialExpiresAt, periodStart, periodEnd, endsAtPeriodEnd, nextPlan, nextFrom } = subscription
  const days = useNow((now) => (isInTrial && trialExpiresAt !== null ? daysUntil(new Date(trialExpiresAt), now) : 0))
  const isOver = useNow((now) => periodEnd !== null && new Date(periodEnd) <= now)
  if (isInTrial || periodEnd === null) {
    // A paid plan without an end has outlived its trial.
    if (trialExpiresAt === null || (!isInTrial && periodStart !== null)) return null
    if (days > 0) return <p className="font-medium text-ink-soft">{t('subscription.trialLeft', { count: days })}</p>
    return <p className="font-medium text-alarm-text">{t('subscription.trialExpired')}</p>
  }
  if (isOver) return <p className="font-medium text-alarm-text">{t('errors.plan_lapsed')}</p>
  const untilDay = format.untilDay(new Date(periodEnd))
  if (endsAtPeriodEnd) return <p className="font-medium text-apricot-text">{t('subscription.ends', { untilDay })}</p>
  if (nextPlan !== null && nextFrom !== null) {
    const from = format.day(new Date(nextFrom))
    return (
      <p className="font-medium text-apricot-text">
        {t('subscription.changes', { day: from, plan: t(`plans.${nextPlan}`) })}
      </p>
    )
  }
  return <p className="font-medium text-ink-soft">{t('subscription.paidUntil', { untilDay })}</p>
}
