import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { movementsQuerySchema, movementsReplySchema, type MovementLine } from '#contracts/calls/figures.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { decimalString } from '#contracts/units/points.ts'
import { daysOfMonth, momentsOf } from '#contracts/units/time.ts'
import { buyerCodes } from '#accounts/buyers.ts'
import { positionsOfDays } from '#projections/daily-book/queries.ts'
import { movementsOfBusiness, type BusinessMovement } from '#projections/movements/business-movements.ts'
import { ownBusiness } from '../../../guards/access.ts'
import type { App } from '../../../app-type.ts'
import type { Deps } from '../../../deps.ts'
import { ofAward } from '../../statement/statement-line.ts'

/** Events behind the figures, newest first, by day or month in Yerevan, kind and buyer. */
export function businessMovements(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/movements',
    {
      schema: {
        tags: ['figures'],
        params: z.object({ id: userIdSchema }),
        querystring: movementsQuerySchema,
        response: { 200: movementsReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      const { day, month, type, buyer, limit, before } = request.query
      const days = day !== undefined ? { from: day, to: day } : month !== undefined ? daysOfMonth(month) : undefined
      const places = days && (await positionsOfDays(deps.pool, business.userId, days))
      if (days && !places) return { movements: [], next: null }
      const rows = await movementsOfBusiness(deps.pool, business.userId, {
        limit,
        ...(before === undefined ? {} : { beforePosition: before }),
        ...(type === undefined ? {} : { types: type }),
        ...(buyer === undefined ? {} : { buyerId: buyer }),
        ...(days && places
          ? { recorded: { ...momentsOf(days), firstPosition: places.first, lastPosition: places.last } }
          : {}),
      })
      const codes = await buyerCodes(deps.pool, [...new Set(rows.map((row) => row.buyerId))])
      return {
        movements: rows.map((row) => shown(row, codes.get(row.buyerId) ?? '')),
        next: rows.length === limit ? (rows.at(-1)?.position ?? null) : null,
      }
    },
  )
}

function shown(row: BusinessMovement, code: string): MovementLine {
  const { position, eventId, type, buyerId, amountAmd, receipt, perkName, reason, awardId, redemptionId, actorRole } =
    row
  return {
    position,
    eventId,
    type,
    buyer: { id: buyerId, buyerId: code },
    points: decimalString(row.deltaTenths),
    balance: decimalString(row.balanceTenths),
    amountSpent: amountAmd,
    receipt,
    perkName,
    reason,
    missing: row.missingTenths === null ? null : decimalString(row.missingTenths),
    awardId,
    redemptionId,
    of: ofAward(row),
    actorRole,
    onBehalf: row.onBehalfOf !== null,
    staffId: row.staffId,
    tillId: row.tillId,
    branchId: row.branchId,
    happenedAt: row.happenedAt.toISOString(),
    recordedAt: row.recordedAt.toISOString(),
  }
}
