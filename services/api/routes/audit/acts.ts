import { auditActsQuerySchema, auditActsReplySchema, type AuditAct } from '#contracts/calls/staff/audit.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { BIGINT_MAX } from '#contracts/units/numbers.ts'
import { actsBefore, type ActRow } from '#projections/business-history/acts.ts'
import { auditor } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** H33: acts on businesses and by administrators, newest first. */
export function auditActs(app: App, deps: Deps): void {
  app.get(
    '/api/audit/acts',
    {
      schema: {
        tags: ['audit'],
        querystring: auditActsQuerySchema,
        response: { 200: auditActsReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await auditor(request, deps)
      const { business, limit, before = BIGINT_MAX } = request.query
      const rows = await actsBefore(deps.pool, { businessId: business, before, limit: limit + 1 })
      const page = rows.slice(0, limit)
      return { acts: page.map(shown), next: rows.length > limit ? (page.at(-1)?.position ?? null) : null }
    },
  )
}

function shown({ position, type, businessId, facts, actorId, actorRole, onBehalfOf, storedAt }: ActRow): AuditAct {
  return {
    position,
    type: type as AuditAct['type'],
    businessId: businessId === 0 ? null : businessId,
    data: facts,
    actor: { id: actorId, role: actorRole },
    onBehalfOf,
    storedAt: storedAt.toISOString(),
  }
}
