import { z } from 'zod'
import { redemptionPreviewSchema } from '#contracts/calls/counter.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { redemptionCodeSchema } from '#contracts/units/codes.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { decimalString } from '#contracts/units/points.ts'
import { redemptionByCode } from '#projections/redemptions/queries.ts'
import { ownBusiness } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { findAtHead } from '../../idempotency/find-at-head.ts'

/** Shows what a code is for and uses nothing. A wrong one counts with the guesses of the verification (H15). */
export function previewRedemption(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/redemptions/:code',
    {
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema, code: redemptionCodeSchema }),
        response: { 200: redemptionPreviewSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      const { code } = request.params
      const found = await deps.wrongCodes.look(business.userId, () =>
        findAtHead(deps, () => redemptionByCode(deps.pool, business.userId, code)),
      )
      if (!found) throw new ApiError('redemption_not_found')
      const buyer = await deps.users.byId(found.buyerId)
      return {
        redemptionId: found.redemptionId,
        perk: { name: found.perkName, pointsRequired: decimalString(found.costTenths) },
        buyer: { buyerId: buyer?.buyerCode ?? '' },
        state: found.state,
        createdAt: found.createdAt.toISOString(),
        usedAt: found.usedAt?.toISOString() ?? null,
      }
    },
  )
}
