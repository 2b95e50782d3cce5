import { yerevanDay } from '#contracts/units/time.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { actsOnBehalf, type Act } from '#projections/business-history/queries.ts'
import { placesOfDays } from '#projections/daily-book/queries.ts'
import { overAt, type VisitRow } from '#projections/support-visits/queries.ts'

/** Around midnight an event's log position may lie on either side. */
const WRITTEN_WITHIN_MS = 10 * 60 * 1000

type Visit = Pick<VisitRow, 'businessId' | 'adminId' | 'startedAt' | 'endedAt' | 'expiresAt' | 'nextAt'>

/** Oldest first. Reads only the log positions of the visit's days. */
export async function actsOfVisit(db: Queryable, visit: Visit): Promise<Act[]> {
  const end = overAt(visit)
  const days = {
    from: yerevanDay(new Date(visit.startedAt.getTime() - WRITTEN_WITHIN_MS)),
    to: yerevanDay(new Date(end.getTime() + WRITTEN_WITHIN_MS)),
  }
  return actsOnBehalf(db, { ...visit, end, places: await placesOfDays(db, visit.businessId, days) })
}
