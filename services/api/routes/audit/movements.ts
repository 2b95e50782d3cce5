import { auditMovementsQuerySchema, auditMovementsReplySchema } from '#contracts/calls/staff/audit.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { BIGINT_MAX } from '#contracts/units/numbers.ts'
import { buyerCodes } from '#accounts/buyers.ts'
import { traceMovements } from '#projections/movements/trace.ts'
import { liveCheckpoint } from '#projections/runtime/catch-up/checkpoints.ts'
import { auditor } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import { filterOf, shownMovement } from './audit-movement.ts'
import type { Deps } from '../../deps.ts'

/** H33: newest first. */
export function auditMovements(app: App, deps: Deps): void {
  app.get(
    '/api/audit/movements',
    {
      schema: {
        tags: ['audit'],
        querystring: auditMovementsQuerySchema,
        response: { 200: auditMovementsReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await auditor(request, deps)
      const { limit, before = BIGINT_MAX, ...asked } = request.query
      const filter = await filterOf(deps, asked)
      const asOf = (await liveCheckpoint(deps.pool))?.position ?? null
      const rows = filter ? await traceMovements(deps.pool, filter, { before, limit: limit + 1 }) : []
      const page = rows.slice(0, limit)
      const codes = await buyerCodes(deps.pool, [...new Set(page.map(({ buyerId }) => buyerId))])
      return {
        movements: page.map((row) => shownMovement(row, codes)),
        next: rows.length > limit ? (page.at(-1)?.position ?? null) : null,
        asOf: asOf === null ? null : String(asOf),
      }
    },
  )
}
