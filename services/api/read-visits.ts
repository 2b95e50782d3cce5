import type { SupportVisits } from '#contracts/calls/staff/impersonation.ts'
import { buyerCodes } from '#accounts/buyers.ts'
import { overAt, visits, type VisitRow } from '#projections/support-visits/queries.ts'
import type { Deps } from './deps.ts'
import { nameOfBusiness } from './name-of-business.ts'
import { actsOfVisit } from './guards/visit-acts.ts'

/** Support visits with their acts, for owner, administrators and auditors alike; contains no names of people. */
export async function readVisits(
  deps: Deps,
  query: { limit: number; before?: string | undefined; businessId?: number | undefined },
): Promise<SupportVisits> {
  const { limit, before, businessId } = query
  const rows = await visits(deps.pool, {
    limit: limit + 1,
    ...(before === undefined ? {} : { before }),
    ...(businessId === undefined ? {} : { businessId }),
  })
  const page = rows.slice(0, limit)
  const acts = await Promise.all(
    page.map((visit) => (visit.actingSince ? actsOfVisit(deps.pool, visit) : Promise.resolve([]))),
  )
  const [codes, businesses] = await Promise.all([
    buyerCodes(
      deps.pool,
      acts.flat().flatMap(({ buyerId }) => (buyerId === null ? [] : [buyerId])),
    ),
    deps.businesses.byUserIds([...new Set(page.map((visit) => visit.businessId))]),
  ])
  const now = deps.now()
  return {
    visits: page.map((visit, index) => ({
      visitId: visit.visitId,
      business: nameOfBusiness(visit.businessId, businesses.get(visit.businessId)),
      adminId: visit.adminId,
      reason: visit.reason,
      startedAt: visit.startedAt.toISOString(),
      ...endOf(visit, now),
      mode: visit.mode,
      actingSince: visit.actingSince?.toISOString() ?? null,
      refusedCalls: callsOf(visit, false),
      calls: callsOf(visit, true),
      done: (acts[index] ?? []).map(({ position, type, at, buyerId }) => ({
        position,
        type,
        at: at.toISOString(),
        buyerId: buyerId === null ? null : (codes.get(buyerId) ?? null),
      })),
    })),
    next: rows.length > limit ? (page.at(-1)?.position ?? null) : null,
  }
}

/** Derived from the times: a visit that ran out or was replaced may have had nobody to record its end. */
function endOf(visit: VisitRow, now: Date): { ended: 'running' | 'exited' | 'expired'; endedAt: string | null } {
  const end = overAt(visit)
  if (visit.ended) return { ended: visit.ended, endedAt: end.toISOString() }
  return end <= now ? { ended: 'expired', endedAt: end.toISOString() } : { ended: 'running', endedAt: null }
}

function callsOf({ calls }: VisitRow, made: boolean) {
  return calls.filter((call) => call.made === made).map(({ at, method, path }) => ({ at, method, path }))
}
