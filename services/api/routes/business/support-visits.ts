import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { visitsQuerySchema, visitsReplySchema } from '#contracts/calls/staff/impersonation.ts'
import { ownBusiness } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { readVisits } from '../../read-visits.ts'

/** H31: for the business's owner. */
export function supportVisitsOfBusiness(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/support-visits',
    {
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema }),
        querystring: visitsQuerySchema.omit({ businessId: true }),
        response: { 200: visitsReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      return readVisits(deps, { ...request.query, businessId: business.userId })
    },
  )
}
