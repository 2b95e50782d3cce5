/** Uploads of a business; `businessId` is its users.id. A picture is shown once its address is saved. */
import type { z } from 'zod'
import {
  COVER_FIELD,
  LOGO_FIELD,
  PERK_PICTURE_FIELD,
  uploadCoverReplySchema,
  uploadLogoReplySchema,
  uploadPerkPictureReplySchema,
} from '#contracts/calls/profile.ts'
import { UPLOAD_TIMEOUT_MS } from '#contracts/units/uploads.ts'
import { api } from '#web/lib/api/api.ts'

/** Returns the logo's address. */
export const uploadLogo = async (businessId: number, file: File, key: string): Promise<string> =>
  (await upload(businessId, 'upload-logo', { field: LOGO_FIELD, file, key, reply: uploadLogoReplySchema })).logoUrl

/** Returns the cover's address. */
export const uploadCover = async (businessId: number, file: File, key: string): Promise<string> =>
  (await upload(businessId, 'upload-cover', { field: COVER_FIELD, file, key, reply: uploadCoverReplySchema })).coverUrl

/** Returns the picture's address, for a perk. */
export async function uploadPerkPicture(businessId: number, file: File, key: string): Promise<string> {
  const how = { field: PERK_PICTURE_FIELD, file, key, reply: uploadPerkPictureReplySchema }
  return (await upload(businessId, 'upload-perk-picture', how)).pictureUrl
}

function upload<T>(
  businessId: number,
  call: string,
  { field, file, key, reply }: { field: string; file: File; key: string; reply: z.ZodType<T> },
): Promise<T> {
  const body = new FormData()
  body.set(field, file)
  return api.write({
    method: 'POST',
    path: `/api/business-profile/${businessId}/${call}`,
    body,
    key,
    reply,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  })
}
