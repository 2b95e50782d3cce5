import { z } from 'zod'
import { statsReplySchema } from '#contracts/business.ts'
import { errorSchema } from '#contracts/errors.ts'
import { userIdSchema } from '#contracts/ids.ts'
import { pointsNumber } from '#contracts/points.ts'
import { yerevanMonth } from '#contracts/time.ts'
import { statsOfBusiness } from '#projections/business-stats/queries.ts'
import { monthOfBusiness } from '#projections/monthly-transactions/queries.ts'
import { ownBusiness } from '../../access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** GET /api/business/{id}/stats (R141, H8): awards minus voids, over all time and in this calendar month in Yerevan. */
export function stats(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/stats',
    {
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema }),
        response: { 200: statsReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      const [all, month] = await Promise.all([
        statsOfBusiness(deps.pool, business.userId),
        monthOfBusiness(deps.pool, business.userId, yerevanMonth(deps.now())),
      ])
      return {
        totalBuyers: all.buyers,
        totalPointsIssued: pointsNumber(all.issuedTenths),
        monthlyPoints: pointsNumber(month.awardedTenths - month.voidedTenths),
      }
    },
  )
}
