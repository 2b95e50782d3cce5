import { errorSchema } from '#contracts/calls/errors.ts'
import { readySchema } from '#contracts/calls/health.ts'
import { administrator } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { readiness } from '../health/readiness.ts'

/** H30: as /api/health/ready, with error details, but always 200. */
export function adminReadiness(app: App, deps: Deps): void {
  app.get(
    '/api/admin/readiness',
    { schema: { tags: ['admin'], response: { 200: readySchema, '4xx': errorSchema } } },
    async (request) => {
      await administrator(request, deps)
      return (await readiness(deps)).all
    },
  )
}
