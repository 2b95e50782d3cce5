import { z } from 'zod'
import { redemptionsReplySchema } from '#contracts/calls/buyer.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { decimalString } from '#contracts/units/points.ts'
import { readRedemptionTtl } from '#businesses/counter/redemption-ttl.ts'
import { redemptionsOfBuyer } from '#projections/redemptions/queries.ts'
import { lastDaysTold } from '#projections/redemptions/waiting.ts'
import { ownBuyer } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { nameOfBusiness } from '../../name-of-business.ts'

const NEWEST_USED = 100

/** R136, C13: all pending with codes (H13, R66), then the newest used; no cancelled ones. */
export function redemptions(app: App, deps: Deps): void {
  app.get(
    '/api/buyer/:id/redemptions',
    {
      schema: {
        tags: ['buyer'],
        params: z.object({ id: userIdSchema }),
        response: { 200: redemptionsReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const user = await ownBuyer(request, deps, request.params.id)
      const rows = await redemptionsOfBuyer(deps.pool, user.id, { used: NEWEST_USED })
      const pending = rows.filter(({ state }) => state === 'pending').map(({ redemptionId }) => redemptionId)
      const ttl = pending.length === 0 ? null : await readRedemptionTtl(deps.pool)
      const lastDays = ttl && (await lastDaysTold(deps.pool, pending, ttl.since))
      const businesses = await deps.businesses.byUserIds([...new Set(rows.map((row) => row.businessId))])
      return rows.map((row) => {
        const business = businesses.get(row.businessId)
        return {
          id: row.redemptionId,
          perkId: row.perkId,
          redemptionCode: row.state === 'pending' ? row.code : null,
          isUsed: row.state === 'used',
          points: decimalString(row.costTenths),
          createdAt: row.createdAt.toISOString(),
          usedAt: row.usedAt?.toISOString() ?? null,
          lastDay: lastDays?.get(row.redemptionId) ?? null,
          perk: { name: row.perkName },
          business: { ...nameOfBusiness(row.businessId, business), takesPart: business?.status === 'active' },
        }
      })
    },
  )
}
