import { z } from 'zod'
import { checkedReplySchema } from '#contracts/calls/staff/self-check.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { lastChecked } from '#projections/self-check/queries.ts'
import { ownBuyerOrAuditor } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** The account's last comparison with the log. */
export function accountChecked(app: App, deps: Deps): void {
  app.get(
    '/api/ledger/accounts/:businessId/:buyerId/checked',
    {
      schema: {
        tags: ['ledger'],
        params: z.object({ businessId: userIdSchema, buyerId: userIdSchema }),
        response: { 200: checkedReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { businessId, buyerId } = request.params
      await ownBuyerOrAuditor(request, deps, buyerId)
      const checked = await lastChecked(deps.pool, businessId, buyerId)
      return {
        lastCheckedAt: checked?.at.toISOString() ?? null,
        agrees: checked?.agrees ?? null,
        position: checked?.position ?? null,
      }
    },
  )
}
