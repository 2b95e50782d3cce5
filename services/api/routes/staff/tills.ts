import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { tillsReplySchema } from '#contracts/rights/staff-calls.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { ownBusiness } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { shownTill } from './shown-till.ts'

/** For the owner: tills, without revoked ones. */
export function tills(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/tills',
    {
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema }),
        response: { 200: tillsReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      const found = await deps.tills.of(business.userId)
      const seen = await deps.sessions.tillsSeen(found.map(({ tillId }) => tillId))
      return {
        tills: found.map((till) => ({
          ...shownTill(till),
          lastSeenAt: seen.get(till.tillId)?.toISOString() ?? null,
        })),
      }
    },
  )
}
