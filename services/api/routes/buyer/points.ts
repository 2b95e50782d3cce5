import { z } from 'zod'
import { buyerPointsReplySchema } from '#contracts/calls/buyer.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { decimalString } from '#contracts/units/points.ts'
import { balancesOfBuyer } from '#projections/account-balances/queries.ts'
import { ownBuyer } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { nameOfBusiness } from '../../name-of-business.ts'

/** R135, R204: highest balance first. */
export function points(app: App, deps: Deps): void {
  app.get(
    '/api/buyer/:id/points',
    {
      schema: {
        tags: ['buyer'],
        params: z.object({ id: userIdSchema }),
        response: { 200: buyerPointsReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const user = await ownBuyer(request, deps, request.params.id)
      const balances = await balancesOfBuyer(deps.pool, user.id)
      const businesses = await deps.businesses.byUserIds(balances.map((balance) => balance.businessId))
      return balances.flatMap(({ businessId, balanceTenths }) => {
        const business = businesses.get(businessId)
        if (!business) return []
        const { slug, logoUrl, firstName, lastName } = business
        return [
          {
            id: `${businessId}.${user.id}`,
            points: decimalString(balanceTenths),
            business: {
              ...nameOfBusiness(businessId, business),
              takesPart: business.status === 'active',
              slug,
              logoUrl,
              firstName,
              lastName,
            },
          },
        ]
      })
    },
  )
}
