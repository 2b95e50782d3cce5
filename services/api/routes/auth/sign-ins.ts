import { errorSchema } from '#contracts/calls/errors.ts'
import { ownSignInsSchema } from '#contracts/calls/staff/security.ts'
import { lastSignIns } from '#accounts/staff/security-log.ts'
import { sessionOwner } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** Latest sign-ins and attempts. During a visit: the administrator's own. */
export function ownSignIns(app: App, deps: Deps): void {
  app.get(
    '/api/auth/sign-ins',
    {
      config: { openToExpired: true },
      schema: { tags: ['auth'], response: { 200: ownSignInsSchema, '4xx': errorSchema } },
    },
    async (request) => {
      const { id } = await sessionOwner(request, deps)
      const signIns = await lastSignIns(deps.pool, id)
      return signIns.map((one) => ({ ...one, at: one.at.toISOString() }))
    },
  )
}
