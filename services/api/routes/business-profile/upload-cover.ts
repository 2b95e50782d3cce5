import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { COVER_FIELD, uploadCoverReplySchema } from '#contracts/calls/profile.ts'
import { storeCover } from '#businesses/profile/logos.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'
import { storeUpload } from './store-upload.ts'

/** A picture takes about a second of CPU time. */
const LIMIT = limitOfPerson(60, 60 * 60 * 1000)

/** Decision 57: multipart, judged by content, re-encoded. Shown once the profile is saved with the address. */
export function uploadCover(app: App, deps: Deps): void {
  app.post(
    '/api/business-profile/:userId/upload-cover',
    {
      config: { supportMay: 'act', ...LIMIT },
      schema: {
        tags: ['business'],
        consumes: ['multipart/form-data'],
        params: z.object({ userId: userIdSchema }),
        response: { 200: uploadCoverReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => ({
      coverUrl: await storeUpload(request, deps, request.params.userId, { field: COVER_FIELD, store: storeCover }),
    }),
  )
}
