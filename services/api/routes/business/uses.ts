import { z } from 'zod'
import { REOPEN_WINDOW_MS, usesQuerySchema, usesReplySchema } from '#contracts/calls/counter.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { OWN_ACT_MS } from '#contracts/rights/business-rights.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { decimalString } from '#contracts/units/points.ts'
import { DAY_MS, startOfDay, yerevanDay } from '#contracts/units/time.ts'
import { buyerCodes } from '#accounts/buyers.ts'
import { recentUses } from '#projections/business-history/recent-uses.ts'
import { ownBusiness } from '../../guards/access.ts'
import { isOwnOnly } from '../../guards/own-acts.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

const REOPEN = 'POST /api/business/{id}/redemptions/{redemptionId}/reopen'

/** Codes used today and yesterday, each with whether its use can be undone. A till gets its own. */
export function uses(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/redemptions',
    {
      // The counter reloads it, which must not keep a till unlocked.
      config: { isNoAct: true },
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema }),
        querystring: usesQuerySchema,
        response: { 200: usesReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      const { till } = request
      const now = deps.now()
      const since = startOfDay(yerevanDay(new Date(now.getTime() - DAY_MS)))
      const { limit } = request.query
      const rows = await recentUses(deps.pool, business.userId, { since, limit, tillId: till?.till.tillId })
      const codes = await buyerCodes(deps.pool, [...new Set(rows.map(({ buyerId }) => buyerId))])
      const windowMs = till && isOwnOnly(till, REOPEN) ? OWN_ACT_MS : REOPEN_WINDOW_MS
      return {
        uses: rows.map(({ code, undone, recordedAt, ...row }) => {
          const until = new Date(recordedAt.getTime() + windowMs)
          return {
            redemptionId: row.redemptionId,
            code: undone ? null : code,
            perk: { name: row.perkName, pointsRequired: decimalString(row.costTenths) },
            buyer: { buyerId: codes.get(row.buyerId) ?? '' },
            usedAt: recordedAt.toISOString(),
            staffId: row.staffId,
            tillId: row.tillId,
            branchId: row.branchId,
            undone,
            undo: { possible: !undone && now <= until, until: until.toISOString() },
          }
        }),
      }
    },
  )
}
