/** A business's own profile (R196, R197); `businessId` is its users.id. */
import type { z } from 'zod'
import {
  COVER_FIELD,
  fullProfileSchema,
  LOGO_FIELD,
  uploadCoverReplySchema,
  uploadLogoReplySchema,
  type editProfileSchema,
  type FullProfile,
} from '#contracts/calls/profile.ts'
import { UPLOAD_TIMEOUT_MS } from '#contracts/units/uploads.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { api } from '#web/lib/api/api.ts'
import { useBusinessProfile } from '#web/lib/calls/business.ts'
import type { Reading } from '#web/lib/reads/read.ts'

const path = (businessId: number): string => `/api/business-profile/${businessId}`

export const profilePath = path

/** From the dashboard's reply, which has all fields. */
export function useFullProfile(businessId: number): Reading<FullProfile> {
  const { value, error, retry } = useBusinessProfile(businessId)
  const parsed = value && fullProfileSchema.safeParse(value)
  if (parsed && !parsed.success)
    return { value: undefined, error: new ApiError(200, 'unreadable', parsed.error.message), retry }
  return { value: parsed?.data, error, retry }
}

export const saveBusiness = (
  businessId: number,
  body: z.input<typeof editProfileSchema>,
  key: string,
): Promise<FullProfile> => api.write({ method: 'PUT', path: path(businessId), body, key, reply: fullProfileSchema })

/** Uploads the picture; it becomes the logo when its address is saved. */
export const uploadLogo = async (businessId: number, logo: File, key: string): Promise<string> =>
  (await upload(businessId, 'upload-logo', { field: LOGO_FIELD, file: logo, key, reply: uploadLogoReplySchema }))
    .logoUrl

/** Uploads the picture; it becomes the cover when its address is saved. */
export const uploadCover = async (businessId: number, cover: File, key: string): Promise<string> =>
  (await upload(businessId, 'upload-cover', { field: COVER_FIELD, file: cover, key, reply: uploadCoverReplySchema }))
    .coverUrl

function upload<T>(
  businessId: number,
  call: string,
  { field, file, key, reply }: { field: string; file: File; key: string; reply: z.ZodType<T> },
): Promise<T> {
  const body = new FormData()
  body.set(field, file)
  return api.write({
    method: 'POST',
    path: `${path(businessId)}/${call}`,
    body,
    key,
    reply,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  })
}
