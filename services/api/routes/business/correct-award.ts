import { z } from 'zod'
import { correctAwardSchema, correctReplySchema } from '#contracts/calls/counter.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { commandIdSchema, userIdSchema } from '#contracts/units/ids.ts'
import { decimalString, formatTenths, pointsNumber } from '#contracts/units/points.ts'
import { buyerCodes } from '#accounts/buyers.ts'
import { ownBusiness, whoActs } from '../../guards/access.ts'
import { activeUnlessRepeated } from '../../guards/active-unless-repeated.ts'
import { ownUnlessRepeated } from '../../guards/own-acts.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { findAward } from './find-award.ts'
import { eventOf, sendConsistencyToken } from '../../idempotency/ledger-answer.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'

/** An older award is searched in all of the business's awards. */
const LIMIT = limitOfPerson(30, 60_000)

/**
 * H3, H4, decision 44: up or down, within 24 hours. The award keeps its receipt and its place in the month.
 * Idempotency-Key required.
 */
export function correctAward(app: App, deps: Deps): void {
  app.post(
    '/api/business/:id/awards/:awardId/correct',
    {
      config: { supportMay: 'act', anyStatus: true, ...LIMIT },
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema, awardId: commandIdSchema }),
        body: correctAwardSchema,
        response: { 200: correctReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, business } = await ownBusiness(request, deps, request.params.id)
      const { awardId } = request.params
      const found = await findAward(deps, business.userId, awardId)
      const who = whoActs(request, user)
      await activeUnlessRepeated(
        request,
        deps,
        business,
        found && { buyerId: found.buyerId, actorId: who.actor.userId },
      )
      if (!found) throw new ApiError('award_not_found')
      await ownUnlessRepeated(request, deps, business, found, user, 'correction_too_late')
      const { amountSpent, reason } = request.body
      const done = await deps.once(request, { account: user.id }, request.body, (key) =>
        deps.ledger.execute({
          businessId: business.userId,
          buyerId: found.buyerId,
          command: { type: 'CorrectAward', awardId, amountAmd: amountSpent, reason, nowMs: deps.now().getTime() },
          action: { key },
          ...who,
          correlationId: request.id,
        }),
      )
      sendConsistencyToken(reply, done)
      const { tenths, differenceTenths, missingTenths } = eventOf(done, 'AwardCorrected').data
      const codes = await buyerCodes(deps.pool, [found.buyerId])
      return {
        awardId,
        buyerId: codes.get(found.buyerId) ?? '',
        amountSpent,
        points: pointsNumber(tenths),
        difference: decimalString(differenceTenths),
        missing: decimalString(missingTenths),
        balance: decimalString(done.balanceAfterTenths),
        message: `Award corrected to ${formatTenths(tenths)} points`,
      }
    },
  )
}
