import { z } from 'zod'
import { cancelReplySchema } from '#contracts/calls/buyer.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { commandIdSchema, userIdSchema } from '#contracts/units/ids.ts'
import { decimalString } from '#contracts/units/points.ts'
import { redemptionById } from '#projections/redemptions/queries.ts'
import { ownBuyer } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { findAtHead } from '../../idempotency/find-at-head.ts'
import { eventOf, sendConsistencyToken } from '../../idempotency/ledger-answer.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'

/** Equals the limit on redemptions. */
const LIMIT = limitOfPerson(120, 60_000)

/**
 * R204, R211: refunds the redemption's cost, whatever the perk costs now (C13); also while the business is suspended
 * (H28).
 */
export function cancelRedemption(app: App, deps: Deps): void {
  app.delete(
    '/api/buyer/:id/redemption/:redemptionId',
    {
      config: LIMIT,
      schema: {
        tags: ['buyer'],
        params: z.object({ id: userIdSchema, redemptionId: commandIdSchema }),
        response: { 200: cancelReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const user = await ownBuyer(request, deps, request.params.id)
      const { redemptionId } = request.params
      const found = await findAtHead(deps, () => redemptionById(deps.pool, redemptionId))
      if (!found || found.buyerId !== user.id) throw new ApiError('not_found')
      const done = await deps.once(request, { account: user.id }, request.body, (key) =>
        deps.ledger.execute({
          businessId: found.businessId,
          buyerId: user.id,
          command: { type: 'CancelRedemption', redemptionId, reason: 'cancelled by the buyer' },
          action: { key },
          actor: { userId: user.id, role: 'buyer' },
          correlationId: request.id,
        }),
      )
      sendConsistencyToken(reply, done)
      return {
        redemptionId,
        points: decimalString(eventOf(done, 'PointsRefunded').data.tenths),
        balance: decimalString(done.balanceAfterTenths),
        message: 'Redemption cancelled and points refunded',
      }
    },
  )
}
