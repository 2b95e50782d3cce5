import { z } from 'zod'
import { reopenRedemptionSchema, reopenReplySchema } from '#contracts/calls/counter.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { commandIdSchema, userIdSchema } from '#contracts/units/ids.ts'
import { decimalString } from '#contracts/units/points.ts'
import { lastUseOf } from '#projections/business-history/queries.ts'
import { redemptionById } from '#projections/redemptions/queries.ts'
import { ownBusiness, whoActs } from '../../guards/access.ts'
import { activeUnlessRepeated } from '../../guards/active-unless-repeated.ts'
import { isOwnOnly, ownUnlessRepeated } from '../../guards/own-acts.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { findAtHead } from '../../idempotency/find-at-head.ts'
import { sendConsistencyToken } from '../../idempotency/ledger-answer.ts'

/** Undoes the use of a code within 24 hours (decision 44). The stream decides. Idempotency-Key required. */
export function reopenRedemption(app: App, deps: Deps): void {
  app.post(
    '/api/business/:id/redemptions/:redemptionId/reopen',
    {
      config: { supportMay: 'act', anyStatus: true },
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema, redemptionId: commandIdSchema }),
        body: reopenRedemptionSchema,
        response: { 200: reopenReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, business } = await ownBusiness(request, deps, request.params.id)
      const { redemptionId } = request.params
      const found = await findAtHead(deps, async () => {
        const redemption = await redemptionById(deps.pool, redemptionId)
        return redemption?.businessId === business.userId ? redemption : undefined
      })
      const who = whoActs(request, user)
      await activeUnlessRepeated(
        request,
        deps,
        business,
        found && { buyerId: found.buyerId, actorId: who.actor.userId },
      )
      if (!found) throw new ApiError('redemption_not_found')
      if (request.till && isOwnOnly(request.till, request.routeOptions.config.call ?? '')) {
        // Another till may have used the code since.
        await deps.waitForHead()
        const use = await lastUseOf(deps.pool, redemptionId)
        if (!use) throw new ApiError('redemption_not_used')
        await ownUnlessRepeated(request, deps, business, { ...use, buyerId: found.buyerId }, user, 'reopen_too_late')
      }
      const { reason } = request.body
      const done = await deps.once(request, { account: user.id }, request.body, (key) =>
        deps.ledger.execute({
          businessId: business.userId,
          buyerId: found.buyerId,
          command: { type: 'ReopenRedemption', redemptionId, reason, nowMs: deps.now().getTime() },
          action: { key },
          ...who,
          correlationId: request.id,
        }),
      )
      sendConsistencyToken(reply, done)
      const buyer = await deps.users.byId(found.buyerId)
      return {
        redemptionId,
        perk: { name: found.perkName, pointsRequired: decimalString(found.costTenths) },
        buyer: { buyerId: buyer?.buyerCode ?? '' },
        message: 'Redemption reopened',
      }
    },
  )
}
