import { z } from 'zod'
import { voidAwardSchema, voidReplySchema } from '#contracts/calls/counter.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { commandIdSchema, userIdSchema } from '#contracts/units/ids.ts'
import { administrator } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import { callBack } from '../business/call-back.ts'
import type { Deps } from '../../deps.ts'

/**
 * POST /api/admin/accounts/{businessId}/{buyerId}/awards/{awardId}/void {reason} (H4): an administrator calls an award of any age back,
 * whatever has become of the business: the points are the buyer's, and a wrong one is not his. The event is his own and nobody else's:
 * he impersonates nobody, and during a support visit the business's 24 hours hold. Idempotency-Key required.
 *
 * The address names the account, as the event of the award does: the award is looked for where it would stand, and no read model is asked.
 */
export function adminVoidAward(app: App, deps: Deps): void {
  app.post(
    '/api/admin/accounts/:businessId/:buyerId/awards/:awardId/void',
    {
      schema: {
        tags: ['admin'],
        params: z.object({ businessId: userIdSchema, buyerId: userIdSchema, awardId: commandIdSchema }),
        body: voidAwardSchema,
        response: { 200: voidReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const user = await administrator(request, deps)
      return callBack(deps, { request, reply, user }, { ...request.params, reason: request.body.reason, byAdmin: true })
    },
  )
}
