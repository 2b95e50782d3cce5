import { visitsReplySchema, type SupportVisits } from '#contracts/calls/impersonation.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'
import { useKept } from '#web/lib/reads/use-kept.ts'

/**
 * GET /api/business/{id}/support-visits, newest first (H31); `before` is the page before's `next`. That page stays on screen until this one is
 * there.
 */
export const useSupportVisits = (businessId: number, before: string | undefined): Reading<SupportVisits> =>
  useKept(
    useRead(
      `/api/business/${businessId}/support-visits${before === undefined ? '' : `?before=${before}`}`,
      visitsReplySchema,
    ),
    businessId,
  )
