import { z } from 'zod'
import { voidAwardSchema, voidReplySchema } from '#contracts/calls/counter.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { commandIdSchema, userIdSchema } from '#contracts/units/ids.ts'
import { administrator } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import { callBack } from '../business/call-back.ts'
import type { Deps } from '../../deps.ts'

/**
 * H4: an administrator voids an award of any age, also of a closed business, in their own name; during a visit the
 * business's 24 hours apply. Idempotency-Key required. The path names the account, so no read model is needed.
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
