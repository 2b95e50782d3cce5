import { plansReplySchema, YEARLY_REFUND_DAYS } from '#contracts/calls/billing.ts'
import { PLANS_IN_ORDER, WARNING_SHARE } from '#contracts/pages/plans.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

const TRIAL_MONTHS = 1

/** H36, H37: public. */
export function plans(app: App, deps: Deps): void {
  app.get('/api/billing/plans', { schema: { tags: ['billing'], response: { 200: plansReplySchema } } }, async () => {
    const terms = await deps.planTerms.all()
    return {
      currency: 'AMD' as const,
      plans: PLANS_IN_ORDER.map((plan) => {
        const { perks, transactions, monthlyAmd, yearlyAmd } = terms[plan]
        return { plan, perkLimit: perks, transactionLimit: transactions, monthlyAmd, yearlyAmd }
      }),
      warningShare: WARNING_SHARE,
      yearlyRefundDays: YEARLY_REFUND_DAYS,
      trialMonths: TRIAL_MONTHS,
    }
  })
}
