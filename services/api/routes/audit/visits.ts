import { errorSchema } from '#contracts/calls/errors.ts'
import { visitsQuerySchema, visitsReplySchema } from '#contracts/calls/staff/impersonation.ts'
import { administrator, auditor } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { readVisits } from '../../read-visits.ts'

const schema = { querystring: visitsQuerySchema, response: { 200: visitsReplySchema, '4xx': errorSchema } }

/** H33. */
export function auditVisits(app: App, deps: Deps): void {
  app.get('/api/audit/visits', { schema: { tags: ['audit'], ...schema } }, async (request) => {
    await auditor(request, deps)
    return readVisits(deps, request.query)
  })
}

/** H30: the same for administrators. */
export function adminVisits(app: App, deps: Deps): void {
  app.get('/api/admin/visits', { schema: { tags: ['admin'], ...schema } }, async (request) => {
    await administrator(request, deps)
    return readVisits(deps, request.query)
  })
}
