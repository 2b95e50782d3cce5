import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import {
  COVER_FIELD,
  LOGO_FIELD,
  PERK_PICTURE_FIELD,
  uploadCoverReplySchema,
  uploadLogoReplySchema,
  uploadPerkPictureReplySchema,
} from '#contracts/calls/profile.ts'
import { storeCover, storeLogo } from '#businesses/profile/logos.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'
import { storeUpload } from './store-upload.ts'

/** A picture takes about a second of CPU time. */
const LIMIT = limitOfPerson(60, 60 * 60 * 1000)

const UPLOADS = [
  { call: 'upload-logo', field: LOGO_FIELD, store: storeLogo, reply: uploadLogoReplySchema, shownAs: 'logoUrl' },
  { call: 'upload-cover', field: COVER_FIELD, store: storeCover, reply: uploadCoverReplySchema, shownAs: 'coverUrl' },
  {
    call: 'upload-perk-picture',
    field: PERK_PICTURE_FIELD,
    store: storeLogo,
    reply: uploadPerkPictureReplySchema,
    shownAs: 'pictureUrl',
  },
] as const

/**
 * R163, R164, R197, decisions 57 and 58: multipart, judged by content, re-encoded. Shown once the profile or perk is
 * saved with the address.
 */
export function uploadPictures(app: App, deps: Deps): void {
  for (const { call, field, store, reply, shownAs } of UPLOADS)
    app.post(
      `/api/business-profile/:userId/${call}`,
      {
        config: { supportMay: 'act', ...LIMIT },
        schema: {
          tags: ['business'],
          consumes: ['multipart/form-data'],
          params: z.object({ userId: userIdSchema }),
          response: { 200: reply, '4xx': errorSchema },
        },
      },
      async (request) =>
        reply.parse({ [shownAs]: await storeUpload(request, deps, request.params.userId, { field, store }) }),
    )
}
