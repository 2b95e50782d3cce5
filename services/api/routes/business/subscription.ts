import { z } from 'zod'
import { subscriptionReplySchema } from '#contracts/calls/business.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import { isInTrial } from '#contracts/pages/trial.ts'
import { smallerLimit } from '#businesses/profile/businesses.ts'
import { upgradeAwaitsPayment } from '#businesses/plans/open-changes.ts'
import { perksOfBusiness } from '#businesses/perks/perks.ts'
import { refundableYear } from '#businesses/plans/refund-year.ts'
import { nextPeriodStart } from '#businesses/plans/subscription-rows.ts'
import { monthOfBusiness } from '#projections/monthly-transactions/queries.ts'
import { ownBusiness } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** R142. Counts the month's places as the quota does, so that the bar is exact. */
export function subscription(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/subscription',
    {
      config: { openToExpired: true },
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema }),
        response: { 200: subscriptionReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      const terms = await deps.planTerms.of(business.plan)
      const nextTerms = business.nextPlan ? await deps.planTerms.of(business.nextPlan) : terms
      const now = deps.now()
      const month = yerevanMonth(now)
      const [perks, projected, reserved, upgradeOpen, refundable] = await Promise.all([
        perksOfBusiness(deps.pool, business.userId),
        monthOfBusiness(deps.pool, business.userId, month),
        deps.quota.usedInMonth(business.userId, month),
        upgradeAwaitsPayment(deps.pool, business, now),
        refundableYear(deps.pool, { ...business, businessId: business.userId }, now),
      ])
      const used = terms.transactions === null ? projected.awards : Math.max(reserved, projected.awards)
      const { periodStart, periodEnd } = business
      // A paid renewal counts as next too, but changes nothing.
      const changes = business.nextPlan !== business.plan || business.nextCycle !== business.cycle
      return {
        subscriptionPlan: business.plan,
        perkLimit: smallerLimit(terms.perks, nextTerms.perks),
        currentPerkCount: perks.length,
        transactionLimit: terms.transactions,
        currentTransactionCount: used,
        canAddTransaction: terms.transactions === null || used < terms.transactions,
        isInTrial: isInTrial(business, now),
        trialExpiresAt: business.trialEndDate?.toISOString() ?? null,
        billingCycle: business.cycle,
        periodStart: periodStart?.toISOString() ?? null,
        periodEnd: periodEnd?.toISOString() ?? null,
        nextPlan: changes ? business.nextPlan : null,
        nextCycle: changes ? business.nextCycle : null,
        nextFrom: changes && business.nextPlan !== null ? (nextPeriodStart(business)?.toISOString() ?? null) : null,
        nextIsPaid: business.nextFrom !== null,
        endsAtPeriodEnd: business.endsAtPeriodEnd,
        upgradeAwaitsPayment: upgradeOpen,
        canRefund: refundable !== undefined,
      }
    },
  )
}
