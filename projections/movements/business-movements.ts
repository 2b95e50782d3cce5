import type { MovementType } from '#contracts/events/ledger-events.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { selected } from '../runtime/generations/table.ts'
import { MOVEMENT_SOURCES, OF_AWARD_SOURCES, type Movement, type OfAward } from './queries.ts'

export type BusinessMovement = Movement & OfAward

const COLUMNS = selected({ ...MOVEMENT_SOURCES, ...OF_AWARD_SOURCES })

/** Searches the account back from the void or correction, which usually follows its award soon. */
const OF_AWARD = `
  LEFT JOIN LATERAL (
    SELECT earlier.position, earlier.happened_at, earlier.amount_amd FROM read.movements AS earlier
    WHERE movement.type IN ('AwardVoided', 'AwardCorrected') AND movement.award_id IS NOT NULL
      AND earlier.business_id = movement.business_id AND earlier.buyer_id = movement.buyer_id
      AND earlier.position < movement.position AND earlier.type = 'PointsAwarded' AND earlier.award_id = movement.award_id
    ORDER BY earlier.position DESC LIMIT 1
  ) AS awarded ON true`

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
): Promise<BusinessMovement[]> {
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
  const page = `(SELECT movement.* FROM ${from} ${newest}) AS movement`
  return (
    await db.query<BusinessMovement>(
      `SELECT ${COLUMNS} FROM ${page} ${OF_AWARD} ORDER BY movement.position DESC`,
      values,
    )
  ).rows
}
