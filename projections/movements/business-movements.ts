import type { MovementType } from '#contracts/events/ledger-events.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { MOVEMENT_COLUMNS, type Movement } from './queries.ts'

export type MovementsWanted = {
  limit: number
  /** Position of the previous page's last movement. */
  beforePosition?: string
  types?: readonly MovementType[]
  buyerId?: number
  /** A time span and the positions that enclose it (see daily-book), because there is no index on time. */
  recorded?: { from: Date; until: Date; firstPosition: string; lastPosition: string }
}

/**
 * Newest first. The statement holds only the conditions in use, so that each search finds its index: by position, by
 * buyer, or by type if awards are excluded.
 */
export async function movementsOfBusiness(
  db: Queryable,
  businessId: number,
  wanted: MovementsWanted,
): Promise<Movement[]> {
  const { limit, beforePosition, types, buyerId, recorded } = wanted
  const values: unknown[] = [businessId, limit]
  const conditions: string[] = []
  const where = (condition: (place: string) => string, value: unknown) => {
    values.push(value)
    conditions.push(`AND ${condition(`$${values.length}`)}`)
  }
  if (beforePosition !== undefined) where((place) => `movement.position < ${place}::bigint`, beforePosition)
  if (buyerId !== undefined) where((place) => `movement.buyer_id = ${place}::int`, buyerId)
  if (recorded !== undefined) {
    where((place) => `movement.position >= ${place}::bigint`, recorded.firstPosition)
    where((place) => `movement.position <= ${place}::bigint`, recorded.lastPosition)
    where((place) => `movement.recorded_at >= ${place}::timestamptz`, recorded.from)
    where((place) => `movement.recorded_at < ${place}::timestamptz`, recorded.until)
  }
  const eachKind = types !== undefined && buyerId === undefined && !types.includes('PointsAwarded')
  if (types !== undefined && !eachKind) where((place) => `movement.type = ANY(${place}::text[])`, types)
  const lines = `SELECT * FROM read.movements AS movement WHERE movement.business_id = $1 ${conditions.join(' ')}`
  const newest = 'ORDER BY movement.position DESC LIMIT $2'
  const from = eachKind
    ? `unnest($${values.push([...new Set(types)])}::text[]) AS kind (type)
       CROSS JOIN LATERAL (${lines} AND movement.type = kind.type AND movement.type <> 'PointsAwarded' ${newest}) AS movement`
    : `(${lines} ${newest}) AS movement`
  return (await db.query<Movement>(`SELECT ${MOVEMENT_COLUMNS} FROM ${from} ${newest}`, values)).rows
}
