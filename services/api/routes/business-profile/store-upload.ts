import type { FastifyRequest } from 'fastify'
import { IMAGE_MAX_BYTES } from '#contracts/units/uploads.ts'
import type { storeLogo } from '#businesses/profile/logos.ts'
import { ImageRefused } from '#platform/files/images.ts'
import { ownActiveBusiness } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Deps } from '../../deps.ts'
import { bytesOf, formParts } from '../../http/form-parts.ts'
import { tidyLogos } from './tidy-logos.ts'

type Upload = { field: string; store: typeof storeLogo }

/** Stores the form's picture for the business and returns its address. Throws ApiError if it is refused (R163). */
export async function storeUpload(
  request: FastifyRequest,
  deps: Deps,
  businessId: number,
  { field, store }: Upload,
): Promise<string> {
  const { business } = await ownActiveBusiness(request, deps, businessId)
  const bytes = await readPicture(request, field)
  try {
    const address = await store(deps.files, business.userId, bytes)
    tidyLogos(request, deps, business.userId)
    return address
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error
    throw new ApiError(error.reason === 'wrong_type' ? 'image_type_invalid' : 'image_unreadable')
  }
}

/** C11: 10 MiB are accepted, one byte more is not. */
async function readPicture(request: FastifyRequest, field: string): Promise<Buffer> {
  let bytes: Buffer | undefined
  for await (const part of formParts(request, { fileSize: IMAGE_MAX_BYTES + 1, files: 1, fields: 5, parts: 6 })) {
    if (part.type === 'field') continue
    const read = await bytesOf(part)
    if (!read || read.length > IMAGE_MAX_BYTES) throw new ApiError('image_too_large')
    if (part.fieldname === field) bytes = read
  }
  if (!bytes || bytes.length === 0)
    throw new ApiError('invalid_input', { issues: [{ path: field, message: 'Required' }] })
  return bytes
}
