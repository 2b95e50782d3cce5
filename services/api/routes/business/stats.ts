import { z } from 'zod'
import { statsReplySchema } from '#contracts/calls/business.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { pointsNumber } from '#contracts/units/points.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import { statsOfBusiness } from '#projections/business-stats/queries.ts'
import { monthOfBusiness } from '#projections/monthly-transactions/queries.ts'
import { ownBusiness } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** R141, H8: awards minus voids, in total and in this month in Yerevan. */
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
