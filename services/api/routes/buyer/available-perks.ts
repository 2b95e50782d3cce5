import { z } from 'zod'
import { availablePerksReplySchema } from '#contracts/calls/buyer.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { decimalString } from '#contracts/units/points.ts'
import { perksOnOffer } from '#businesses/perks/perks.ts'
import { balancesOfBuyer } from '#projections/account-balances/queries.ts'
import { ownBuyer } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** R139, H7: where the buyer has an account; affordable ones first, then those with the fewest points missing. */
export function availablePerks(app: App, deps: Deps): void {
  app.get(
    '/api/buyer/:id/available-perks',
    {
      schema: {
        tags: ['buyer'],
        params: z.object({ id: userIdSchema }),
        response: { 200: availablePerksReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const user = await ownBuyer(request, deps, request.params.id)
      const balances = new Map(
        (await balancesOfBuyer(deps.pool, user.id)).map((row) => [row.businessId, row.balanceTenths]),
      )
      const offered = await perksOnOffer(deps.pool, [...balances.keys()])
      return offered
        .map((perk) => ({ perk, missing: Math.max(0, perk.costTenths - (balances.get(perk.businessId) ?? 0)) }))
        .sort((a, b) => a.missing - b.missing || a.perk.costTenths - b.perk.costTenths || a.perk.id - b.perk.id)
        .map(({ perk, missing }) => ({
          id: perk.id,
          name: perk.name,
          description: perk.description,
          pointsRequired: decimalString(perk.costTenths),
          pictureUrl: perk.pictureUrl,
          canRedeem: missing === 0,
          business: { id: perk.businessId, businessName: perk.businessName },
        }))
    },
  )
}
