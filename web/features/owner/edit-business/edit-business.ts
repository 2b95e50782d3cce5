/** A business's own profile (R196); `businessId` is its users.id. */
import type { z } from 'zod'
import { fullProfileSchema, type editProfileSchema, type FullProfile } from '#contracts/calls/profile.ts'
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
