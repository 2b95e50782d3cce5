import { z } from 'zod'
import {
  cancelPlanSchema,
  changePlanSchema,
  subscriptionChangeReplySchema,
  type SubscriptionChange,
} from '#contracts/calls/billing.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { cancelSubscription as cancel, changeSubscription as change } from '#businesses/plans/change-subscription.ts'
import type { SubscriptionOutcome } from '#businesses/plans/subscription-outcome.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { ownPayingBusiness, whoActs } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'
import { shownInvoice } from '../billing/shown-invoice.ts'

/** Each change may issue an invoice, with a permanent number and a mail. */
const LIMIT = limitOfPerson(20, 60 * 60 * 1000)

const MESSAGES: Record<SubscriptionChange['outcome'], string> = {
  awaiting_payment: 'The invoice waits for its payment',
  changed: 'Subscription updated',
  scheduled: 'The plan changes at the end of the period',
  cancelled: 'The subscription ends at the end of the period',
  refunded: 'The subscription has ended and will be refunded',
}

/** H36, H38; open to expired businesses, so that they can pay (C1). Needs a key. */
export function changeSubscription(app: App, deps: Deps): void {
  app.post(
    '/api/business/:id/subscription',
    {
      config: { ...LIMIT, openToExpired: true },
      schema: {
        tags: ['billing'],
        params: z.object({ id: userIdSchema }),
        body: changePlanSchema,
        response: { 200: subscriptionChangeReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { user, business } = await ownPayingBusiness(request, deps, request.params.id)
      const { plan, cycle, key } = request.body
      const done = await deps.once(request, { user: user.id, key }, { plan, cycle }, async (client, commandId) => {
        const recording = { commandId, ...whoActs(request, user), correlationId: request.id, at: deps.now() }
        return answer(
          client,
          deps,
          await change(client, business.userId, { plan, cycle }, { ...deps.billing, recording }),
        )
      })
      settled(deps, business.userId)
      return done
    },
  )
}

/** R226: at the period's end, or at once with the yearly refund. Needs a key. */
export function cancelSubscription(app: App, deps: Deps): void {
  app.post(
    '/api/business/:id/subscription/cancel',
    {
      config: { ...LIMIT, openToExpired: true },
      schema: {
        tags: ['billing'],
        params: z.object({ id: userIdSchema }),
        body: cancelPlanSchema,
        response: { 200: subscriptionChangeReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { user, business } = await ownPayingBusiness(request, deps, request.params.id)
      const refund = request.body?.refund ?? false
      const done = await deps.once(request, { user: user.id }, { refund }, async (client, commandId) => {
        const recording = { commandId, ...whoActs(request, user), correlationId: request.id, at: deps.now() }
        return answer(client, deps, await cancel(client, business.userId, { refund }, { ...deps.billing, recording }))
      })
      settled(deps, business.userId)
      return done
    },
  )
}

/** Throws the refusal, with the number of surplus perks (H38). */
async function answer(client: PoolClient, deps: Deps, outcome: SubscriptionOutcome): Promise<SubscriptionChange> {
  if (outcome.kind === 'refused') {
    throw new ApiError(
      outcome.code,
      outcome.perksToDelete === undefined ? {} : { perksToDelete: outcome.perksToDelete },
    )
  }
  const { kind, plan, cycle, effectiveAt, invoice } = outcome
  return {
    outcome: kind,
    plan,
    cycle,
    effectiveAt: effectiveAt?.toISOString() ?? null,
    invoice: invoice && (await shownInvoice(client, deps, invoice)),
    message: MESSAGES[kind],
  }
}

function settled(deps: Deps, businessId: number): void {
  deps.businesses.forget(businessId)
  deps.wake('events', 'mail')
}
