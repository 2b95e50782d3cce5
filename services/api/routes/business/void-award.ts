import { z } from 'zod'
import { VOID_WINDOW_MS, voidAwardSchema, voidReplySchema } from '#contracts/counter.ts'
import { errorSchema } from '#contracts/errors.ts'
import { commandIdSchema, userIdSchema } from '#contracts/ids.ts'
import { decimalString, formatTenths, pointsNumber } from '#contracts/points.ts'
import { yerevanDay } from '#contracts/time.ts'
import { buyerCodes } from '#accounts/buyers.ts'
import { firstPositionSince } from '#projections/daily-book/queries.ts'
import { awardById } from '#projections/movements/queries.ts'
import { ownActiveBusiness, whoActs } from '../../access.ts'
import { ApiError } from '../../api-error.ts'
import type { App } from '../../app.ts'
import type { Deps } from '../../deps.ts'
import { findAtHead } from '../../find-at-head.ts'
import { eventOf, sendConsistencyToken } from '../../ledger-answer.ts'

const HOUR_MS = 60 * 60 * 1000

/**
 * POST /api/business/{id}/awards/{awardId}/void (H3, H4): the whole award or nothing, within 24 hours, never below zero. It gives back
 * no place in the month (H4), but its receipt can be awarded again. Idempotency-Key required.
 */
export function voidAward(app: App, deps: Deps): void {
  app.post(
    '/api/business/:id/awards/:awardId/void',
    {
      config: { supportMay: 'act' },
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema, awardId: commandIdSchema }),
        body: voidAwardSchema,
        response: { 200: voidReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, business } = await ownActiveBusiness(request, deps, request.params.id)
      const { awardId } = request.params
      const found = await findAward(deps, business.userId, awardId)
      if (!found) throw new ApiError('award_not_found')
      const done = await deps.keyed.run(request, user.id, (key) =>
        deps.ledger.execute({
          businessId: business.userId,
          buyerId: found.buyerId,
          command: { type: 'VoidAward', awardId, reason: request.body.reason, nowMs: deps.now().getTime(), byAdmin: false },
          action: { key },
          ...whoActs(request, user),
          correlationId: request.id,
        }),
      )
      sendConsistencyToken(reply, done)
      const { tenths } = eventOf(done, 'AwardVoided').data
      const codes = await buyerCodes(deps.pool, [found.buyerId])
      return {
        awardId,
        points: pointsNumber(tenths),
        buyerId: codes.get(found.buyerId) ?? '',
        balance: decimalString(done.balanceAfterTenths),
        message: `${formatTenths(tenths)} points called back`,
      }
    },
  )
}

/**
 * The read model says whose account it is, after waiting for the head once; the decision is the account's. What can still be called back
 * was recorded since yesterday, so that part is searched first; older ones are looked for only to say that it is too late.
 */
async function findAward(deps: Deps, businessId: number, awardId: string) {
  const recent = async () => {
    const yesterday = yerevanDay(new Date(deps.now().getTime() - VOID_WINDOW_MS - HOUR_MS))
    const fromPosition = await firstPositionSince(deps.pool, businessId, yesterday)
    return fromPosition === undefined ? undefined : awardById(deps.pool, businessId, awardId, { fromPosition })
  }
  return (await findAtHead(deps, recent)) ?? awardById(deps.pool, businessId, awardId)
}
