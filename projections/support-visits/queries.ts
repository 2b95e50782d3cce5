import { BIGINT_MAX } from '#contracts/units/numbers.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { selected, type Row } from '../runtime/generations/table.ts'
import { visitsTable } from './table.ts'

export type VisitRow = Row<typeof visitsTable.columns> & {
  /** Start of the same administrator's next visit anywhere, which implicitly ended this one (H31). */
  nextAt: Date | null
}

const COLUMNS = selected(visitsTable.sources('visit'))

/** Newest first; of one business if given. `before`: position of the previous page's last visit. */
export async function visits(
  db: Queryable,
  { businessId, limit, before = BIGINT_MAX }: { businessId?: number; limit: number; before?: string },
): Promise<VisitRow[]> {
  const { rows } = await db.query<VisitRow>(
    `SELECT ${COLUMNS},
       (SELECT later.started_at FROM read.support_visits AS later WHERE later.admin_id = visit.admin_id AND later.position > visit.position
        ORDER BY later.position LIMIT 1) AS "nextAt"
     FROM read.support_visits AS visit
     WHERE visit.position < $2::bigint AND ($3::int IS NULL OR business_id = $3) ORDER BY visit.position DESC LIMIT $1`,
    [limit, before, businessId ?? null],
  )
  return rows
}

/** The end of a visit, whether or not it was recorded. */
export function overAt({ endedAt, expiresAt, nextAt }: Pick<VisitRow, 'endedAt' | 'expiresAt' | 'nextAt'>): Date {
  const end = endedAt ?? expiresAt
  return nextAt !== null && nextAt < end ? nextAt : end
}

export async function runningVisits(db: Queryable, at: Date): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*) AS n FROM read.support_visits AS visit WHERE ended_at IS NULL AND expires_at > $1
       AND NOT EXISTS (SELECT FROM read.support_visits AS later WHERE later.admin_id = visit.admin_id AND later.position > visit.position)`,
    [at],
  )
  return rows[0]?.n ?? 0
}
