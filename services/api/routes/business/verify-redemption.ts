import { z } from 'zod'
import { verifyRedemptionSchema, verifyReplySchema } from '#contracts/calls/business.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { decimalString } from '#contracts/units/points.ts'
import { redemptionByCode } from '#projections/redemptions/queries.ts'
import { ownBusiness, whoActs } from '../../guards/access.ts'
import { activeUnlessRepeated } from '../../guards/active-unless-repeated.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { findAtHead } from '../../idempotency/find-at-head.ts'
import { sendConsistencyToken } from '../../idempotency/ledger-answer.ts'

/** R170, R203, H15. The read model finds the code, after one wait for the head if needed; the stream decides. */
export function verifyRedemption(app: App, deps: Deps): void {
  app.post(
    '/api/business/:id/verify-redemption',
    {
      config: { supportMay: 'act', anyStatus: true },
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema }),
        body: verifyRedemptionSchema,
        response: { 200: verifyReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, business } = await ownBusiness(request, deps, request.params.id)
      const code = request.body.redemptionCode
      const found = await deps.wrongCodes.look(business.userId, () =>
        findAtHead(deps, () => redemptionByCode(deps.pool, business.userId, code)),
      )
      const who = whoActs(request, user)
      await activeUnlessRepeated(
        request,
        deps,
        business,
        found && { buyerId: found.buyerId, actorId: who.actor.userId },
      )
      if (!found) throw new ApiError('redemption_not_found')
      const done = await deps.once(request, { account: user.id }, request.body, (key) =>
        deps.ledger.execute({
          businessId: business.userId,
          buyerId: found.buyerId,
          command: { type: 'UseRedemption', redemptionId: found.redemptionId },
          action: { key },
          ...who,
          correlationId: request.id,
        }),
      )
      sendConsistencyToken(reply, done)
      const buyer = await deps.users.byId(found.buyerId)
      return {
        redemptionId: found.redemptionId,
        perk: { name: found.perkName, pointsRequired: decimalString(found.costTenths) },
        buyer: { buyerId: buyer?.buyerCode ?? '' },
        message: 'Redemption verified',
      }
    },
  )
}
