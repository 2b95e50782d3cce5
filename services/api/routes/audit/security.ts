import { errorSchema } from '#contracts/calls/errors.ts'
import { securityLogQuerySchema, securityLogReplySchema } from '#contracts/calls/staff/security.ts'
import { securityBefore } from '#accounts/staff/security-log.ts'
import { auditor } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** Newest first, for administrators and auditors; people by id. */
export function auditSecurity(app: App, deps: Deps): void {
  app.get(
    '/api/audit/security',
    {
      schema: {
        tags: ['audit'],
        querystring: securityLogQuerySchema,
        response: { 200: securityLogReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await auditor(request, deps)
      const { limit, ...wanted } = request.query
      const rows = await securityBefore(deps.pool, { ...wanted, limit: limit + 1 })
      const page = rows.slice(0, limit)
      return {
        entries: page.map(({ firstAt, lastAt, ...row }) => ({
          ...row,
          firstAt: firstAt.toISOString(),
          lastAt: lastAt.toISOString(),
        })),
        next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      }
    },
  )
}
