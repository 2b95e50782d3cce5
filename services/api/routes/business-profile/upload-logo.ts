import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { LOGO_FIELD, uploadLogoReplySchema } from '#contracts/calls/profile.ts'
import { IMAGE_MAX_BYTES } from '#contracts/units/uploads.ts'
import { storeLogo } from '#businesses/profile/logos.ts'
import { ImageRefused } from '#platform/files/images.ts'
import { ownActiveBusiness } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { bytesOf, formParts } from '../../http/form-parts.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'
import { tidyLogos } from './tidy-logos.ts'

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
    async (request) => {
      const { business } = await ownActiveBusiness(request, deps, request.params.userId)
      const bytes = await readLogoFile(request)
      try {
        const logoUrl = await storeLogo(deps.files, business.userId, bytes)
        // Not cached, so that a logo just saved in another tab stays.
        deps.businesses.forget(business.userId)
        const shown = await deps.businesses.byUserId(business.userId)
        if (shown) tidyLogos(request, deps, shown)
        return { logoUrl }
      } catch (error) {
        if (!(error instanceof ImageRefused)) throw error
        throw new ApiError(error.reason === 'wrong_type' ? 'image_type_invalid' : 'image_unreadable')
      }
    },
  )
}

/** C11: 10 MiB are accepted, one byte more is not. */
async function readLogoFile(request: FastifyRequest): Promise<Buffer> {
  let bytes: Buffer | undefined
  for await (const part of formParts(request, { fileSize: IMAGE_MAX_BYTES + 1, files: 1, fields: 5, parts: 6 })) {
    if (part.type === 'field') continue
    const read = await bytesOf(part)
    if (!read || read.length > IMAGE_MAX_BYTES) throw new ApiError('image_too_large')
    if (part.fieldname === LOGO_FIELD) bytes = read
  }
  if (!bytes || bytes.length === 0)
    throw new ApiError('invalid_input', { issues: [{ path: LOGO_FIELD, message: 'Required' }] })
  return bytes
}
