import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { editProfileSchema, fullProfileSchema } from '#contracts/calls/profile.ts'
import { saveProfile } from '#businesses/profile/profile.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { ownActiveBusiness } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { recordVisitCall } from '../../plugins/support-visits.ts'
import { onlyOwnPicture, wantedPicture } from './only-own-picture.ts'
import { tidyLogos } from './tidy-logos.ts'
import { shownProfile } from './shown-profile.ts'

const NOT_OWN = [
  ['logoUrl', 'Failed to upload logo'],
  ['coverUrl', 'Failed to upload cover'],
] as const

/**
 * R94, R160, R196; active businesses only (R180, C2). Repeatable. 409 if the stored profile differs from `before`, so
 * that an outdated page undoes nothing.
 */
export function editProfile(app: App, deps: Deps): void {
  app.put(
    '/api/business-profile/:userId',
    {
      config: { supportMay: 'act' },
      schema: {
        tags: ['business'],
        params: z.object({ userId: userIdSchema }),
        body: editProfileSchema,
        response: { 200: fullProfileSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownActiveBusiness(request, deps, request.params.userId)
      const { logoUrl, coverUrl, ...profile } = request.body
      const pictures = { logoUrl: wantedPicture(logoUrl), coverUrl: wantedPicture(coverUrl) }
      for (const [path, message] of NOT_OWN)
        await onlyOwnPicture(deps, business.userId, { path, wanted: pictures[path], stored: business[path], message })
      const done = await inTransaction(deps.pool, async (client) => {
        const outcome = await saveProfile(client, business.userId, profile, pictures)
        if (outcome === 'saved') await recordVisitCall(client, request, deps)
        return outcome
      })
      deps.businesses.forget(business.userId)
      // The status changed during the call: refuse with its own error.
      if (done === 'changed_meanwhile') throw new ApiError(done)
      if (done === 'not_active') {
        await ownActiveBusiness(request, deps, business.userId)
        throw new ApiError('forbidden')
      }
      const saved = await deps.businesses.byUserId(business.userId)
      if (!saved) throw new ApiError('not_found')
      tidyLogos(request, deps, saved.userId)
      return shownProfile(deps, saved)
    },
  )
}
