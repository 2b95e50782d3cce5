import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { dailyReplySchema, daysQuerySchema } from '#contracts/calls/figures.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { pointsNumber } from '#contracts/units/points.ts'
import { bookOfBusiness } from '#projections/daily-book/queries.ts'
import { ownBusiness } from '../../../guards/access.ts'
import type { App } from '../../../app-type.ts'
import type { Deps } from '../../../deps.ts'
import { spanOf } from './span.ts'

/** Points issued (awards minus voids, H8) and redeemed per day in Yerevan. */
export function dailyFigures(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/figures/daily',
    {
      schema: {
        tags: ['figures'],
        params: z.object({ id: userIdSchema }),
        querystring: daysQuerySchema,
        response: { 200: dailyReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      const span = spanOf(request.query, deps.now())
      const days = await bookOfBusiness(deps.pool, business.userId, span)
      return {
        ...span,
        days: days.map(({ day, awardedTenths, voidedTenths, redeemedTenths, awards, redemptions }) => ({
          day,
          issuedPoints: pointsNumber(awardedTenths - voidedTenths),
          redeemedPoints: pointsNumber(redeemedTenths),
          awards,
          redemptions,
        })),
      }
    },
  )
}
