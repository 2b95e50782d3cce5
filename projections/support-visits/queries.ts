import type { Queryable } from '#platform/postgres.ts'

export type VisitCall = { at: string; method: string; path: string; made: boolean }
export type VisitRow = {
  visitId: string
  businessId: number
  adminId: number
  position: string
  endedPosition: string | null
  reason: string
  mode: 'view' | 'act'
  startedAt: Date
  expiresAt: Date
  actingSince: Date | null
  endedAt: Date | null
  ended: 'exited' | 'expired' | null
  calls: VisitCall[]
}

const NEWEST = '9223372036854775807'

/** The newest first; of one business where it is named. `before` is the last visit's position of the page before. */
export async function visits(
  db: Queryable,
  { businessId, limit, before = NEWEST }: { businessId?: number; limit: number; before?: string },
): Promise<VisitRow[]> {
  const { rows } = await db.query<VisitRow>(
    `SELECT visit_id AS "visitId", business_id AS "businessId", admin_id AS "adminId", position::text AS "position",
       ended_position::text AS "endedPosition", reason, mode, started_at AS "startedAt", expires_at AS "expiresAt",
       acting_since AS "actingSince", ended_at AS "endedAt", ended, calls
     FROM read.support_visits AS visit
     WHERE visit.position < $2::bigint AND ($3::int IS NULL OR business_id = $3) ORDER BY visit.position DESC LIMIT $1`,
    [limit, before, businessId ?? null],
  )
  return rows
}

/** Visits that have neither ended nor run out at a moment. */
export async function runningVisits(db: Queryable, at: Date): Promise<number> {
  const { rows } = await db.query<{ n: number }>('SELECT count(*) AS n FROM read.support_visits WHERE ended_at IS NULL AND expires_at > $1', [at])
  return rows[0]?.n ?? 0
}
