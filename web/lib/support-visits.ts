import { visitsReplySchema, type SupportVisits } from '#contracts/impersonation.ts'
import { useRead, type Reading } from './read.ts'

/** GET /api/business/{id}/support-visits, newest first (H31); `before` is the page before's `next`. */
export const useSupportVisits = (businessId: number, before: string | undefined): Reading<SupportVisits> =>
  useRead(`/api/business/${businessId}/support-visits${before === undefined ? '' : `?before=${before}`}`, visitsReplySchema)
