import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Subscription } from '#contracts/calls/business.ts'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { cancelPlan, readsAfterBilling } from '#web/lib/calls/billing.ts'
import { useNow } from '#web/lib/device/use-now.ts'
import { daysUntil } from '#web/lib/words/format.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { isPaid } from './plan-step.ts'

type Way = 'cancel' | 'refund'

/** The present plan and how to end it: at the period's end, or with the year refunded (R226, H38). */
export function CurrentPlan({
  businessId,
  subscription,
}: {
  businessId: number
  subscription: Subscription
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useErrorWords()
  const refresh = useRefresh()
  const [leaving, setLeaving] = useState<Way>()
  const { busy, during } = useBusy()
  const action = useAction(({ refund }: { refund: boolean; states: number }, key: string) =>
    cancelPlan(businessId, { refund }, key),
  )
  const { subscriptionPlan, billingCycle, periodEnd, endsAtPeriodEnd, canRefund } = subscription
  const paid = useNow((now) => isPaid(subscription, now))
  // The cached subscription may predate the trial's end by minutes.
  const trialDays = useNow((now) =>
    subscription.isInTrial && subscription.trialExpiresAt !== null
      ? daysUntil(new Date(subscription.trialExpiresAt), now)
      : 0,
  )
  const untilDay = periodEnd === null ? '' : format.untilDay(new Date(periodEnd))

  // A cancellation that was seen and revoked is over, even if its reply was lost: the next one needs a new key.
  const state = `${String(endsAtPeriodEnd)} ${String(periodEnd)}`
  const [seen, setSeen] = useState({ state, states: 1 })
  if (seen.state !== state) setSeen({ state, states: seen.states + 1 })

  async function leave(way: Way): Promise<void> {
    try {
      const { outcome } = await action.run({ refund: way === 'refund', states: seen.states })
      toast.success(t(`planOutcomes.${outcome}`), { durationMs: LONG_TOAST_MS })
    } catch (error) {
      toast.error(t('billing.changeFailed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    }
    await refresh(readsAfterBilling(businessId))
    setLeaving(undefined)
  }

  return (
    <Card title={t('billing.now')}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div data-testid="current-plan">
          <p className="text-title font-bold">
            {paid
              ? t(`planWithCycle.${billingCycle}`, { plan: t(`plans.${subscriptionPlan}`) })
              : t(trialDays > 0 ? 'billing.trial' : 'billing.none')}
          </p>
          <p className="text-ink-soft">{term(subscription)}</p>
        </div>
        {paid && (
          <div className="flex flex-wrap gap-3">
            {canRefund && (
              <Button look="secondary" onClick={() => setLeaving('refund')}>
                {t('billing.refund')}
              </Button>
            )}
            {!endsAtPeriodEnd && (
              <Button look="alarm" onClick={() => setLeaving('cancel')}>
                {t('billing.cancel')}
              </Button>
            )}
          </div>
        )}
      </div>
      <AlertDialog
        open={leaving !== undefined}
        title={t(leaving === 'refund' ? 'billing.refundTitle' : 'billing.cancelTitle')}
        description={t(
          leaving !== 'refund'
            ? 'billing.cancelText'
            : subscription.isInTrial
              ? 'billing.refundTextInTrial'
              : 'billing.refundText',
          { untilDay },
        )}
        stay={t('wayBack.keep')}
        go={t(leaving === 'refund' ? 'billing.refundGo' : 'billing.cancelGo')}
        look="alarm"
        busy={busy}
        onStay={() => setLeaving(undefined)}
        onGo={() => leaving && void during(() => leave(leaving))}
      />
    </Card>
  )

  function term({ nextPlan, nextCycle, nextFrom }: Subscription): string {
    if (paid && endsAtPeriodEnd) return t('subscription.ends', { untilDay })
    if (paid && nextPlan !== null && nextFrom !== null)
      return t('subscription.changes', {
        day: format.day(new Date(nextFrom)),
        plan: t(`planWithCycle.${nextCycle ?? billingCycle}`, { plan: t(`plans.${nextPlan}`) }),
      })
    if (paid) return t('subscription.paidUntil', { untilDay })
    return trialDays > 0 ? t('subscription.trialLeft', { count: trialDays }) : t('billing.nothingRuns')
  }
}
