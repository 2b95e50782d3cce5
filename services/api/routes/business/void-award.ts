import { z } from 'zod'
import { voidAwardSchema, voidReplySchema } from '#contracts/calls/counter.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { commandIdSchema, userIdSchema } from '#contracts/units/ids.ts'
import { ownBusiness, whoActs } from '../../guards/access.ts'
import { activeUnlessRepeated } from '../../guards/active-unless-repeated.ts'
import { ownUnlessRepeated } from '../../guards/own-acts.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import { callBack } from './call-back.ts'
import type { Deps } from '../../deps.ts'
import { findAward } from './find-award.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'

/** An older award is searched in all of the business's awards. */
const LIMIT = limitOfPerson(30, 60_000)

/**
 * H3, H4: within 24 hours, at a till its own within ten minutes; later by an administrator (admin/void-award.ts).
 * Idempotency-Key required.
 */
export function voidAward(app: App, deps: Deps): void {
  app.post(
    '/api/business/:id/awards/:awardId/void',
    {
      config: { supportMay: 'act', anyStatus: true, ...LIMIT },
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema, awardId: commandIdSchema }),
        body: voidAwardSchema,
        response: { 200: voidReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, business } = await ownBusiness(request, deps, request.params.id)
      const { awardId } = request.params
      const found = await findAward(deps, business.userId, awardId)
      await activeUnlessRepeated(
        request,
        deps,
        business,
        found && { buyerId: found.buyerId, actorId: whoActs(request, user).actor.userId },
      )
      if (!found) throw new ApiError('award_not_found')
      await ownUnlessRepeated(request, deps, business, found, user, 'void_too_late')
      const { reason } = request.body
      return callBack(
        deps,
        { request, reply, user },
        { businessId: business.userId, buyerId: found.buyerId, awardId, reason, byAdmin: false },
      )
    },
  )
}
