import { visitsReplySchema, type SupportVisits } from '#contracts/calls/staff/impersonation.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'
import { useKept } from '#web/lib/reads/use-kept.ts'

/**
 * H31, newest first. `before`: the previous page's `next`. The previous page stays on screen until this one arrives.
 */
export const useSupportVisits = (businessId: number, before: string | undefined): Reading<SupportVisits> =>
  useKept(
    useRead(
      `/api/business/${businessId}/support-visits${before === undefined ? '' : `?before=${before}`}`,
      visitsReplySchema,
    ),
    businessId,
  )
