import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { LOGO_FIELD, uploadLogoReplySchema } from '#contracts/calls/profile.ts'
import { storeLogo } from '#businesses/profile/logos.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'
import { storeUpload } from './store-upload.ts'

/** A picture takes about a second of CPU time. */
const LIMIT = limitOfPerson(60, 60 * 60 * 1000)

/** R163, R164, R197: multipart, judged by content, re-encoded. Shown once the profile is saved with the address. */
export function uploadLogo(app: App, deps: Deps): void {
  app.post(
    '/api/business-profile/:userId/upload-logo',
    {
      config: { supportMay: 'act', ...LIMIT },
      schema: {
        tags: ['business'],
        consumes: ['multipart/form-data'],
        params: z.object({ userId: userIdSchema }),
        response: { 200: uploadLogoReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => ({
      logoUrl: await storeUpload(request, deps, request.params.userId, { field: LOGO_FIELD, store: storeLogo }),
    }),
  )
}
