/** Unusual acts of a business; `businessId` is its users.id, `day` 'YYYY-MM-DD' in Armenia. */
import {
  attentionSchema,
  attentionSettingsSchema,
  type Attention,
  type AttentionSettings,
} from '#contracts/calls/attention.ts'
import { api } from '#web/lib/api/api.ts'
import { useFigures, useRead, type Reading } from '#web/lib/reads/read.ts'

/** Also the path to refresh after a change of the thresholds. */
export const attentionPath = (businessId: number, day: string): string =>
  `/api/business/${businessId}/attention?day=${day}`
export const useAttention = (businessId: number, day: string): Reading<Attention> =>
  useFigures(attentionPath(businessId, day), attentionSchema)

/** Also the path to refresh after a change. */
export const attentionSettingsPath = (businessId: number): string => `/api/business/${businessId}/attention/settings`
export const useAttentionSettings = (businessId: number): Reading<AttentionSettings> =>
  useRead(attentionSettingsPath(businessId), attentionSettingsSchema)
export const changeAttentionSettings = (
  businessId: number,
  body: AttentionSettings,
  key: string,
): Promise<AttentionSettings> =>
  api.write({ method: 'PUT', path: attentionSettingsPath(businessId), body, key, reply: attentionSettingsSchema })
