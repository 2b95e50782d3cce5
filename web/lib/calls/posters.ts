/** Sheets to print; `businessId` is its users.id. */
import type { PosterSize } from '#contracts/calls/posters.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { storage } from '#web/lib/device/storage.ts'

export const posterUrl = (businessId: number, size: PosterSize, language: Language): string =>
  `/api/business/${businessId}/posters/${size}.pdf?language=${language}`

const nameOf = (businessId: number): string => `hatik.poster.${businessId}`

/** Whether this device has downloaded a sheet; no server knows what was printed. */
export const hasPoster = (businessId: number): boolean => storage.get(nameOf(businessId)) !== null
export const rememberPoster = (businessId: number): void => storage.set(nameOf(businessId), 'downloaded')
