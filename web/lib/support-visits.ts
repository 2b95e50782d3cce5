import { visitsReplySchema, type SupportVisits } from '#contracts/impersonation.ts'
import { useRead, type Reading } from './read.ts'

/** GET /api/business/{id}/support-visits, newest first (H31). */
export const useSupportVisits = (businessId: number): Reading<SupportVisits> => useRead(`/api/business/${businessId}/support-visits`, visitsReplySchema)
