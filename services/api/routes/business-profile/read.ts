import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { fullProfileSchema } from '#contracts/calls/profile.ts'
import { ownBusiness } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { shownProfile } from './shown-profile.ts'

/** R195: the business's own profile. */
export function readProfile(app: App, deps: Deps): void {
  app.get(
    '/api/business-profile/:userId',
    {
      config: { openToExpired: true },
      schema: {
        tags: ['business'],
        params: z.object({ userId: userIdSchema }),
        response: { 200: fullProfileSchema, '4xx': errorSchema },
      },
    },
    async (request) => shownProfile(deps, (await ownBusiness(request, deps, request.params.userId)).business),
  )
}
