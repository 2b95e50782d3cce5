import type { MovementType } from '#contracts/figures.ts'
import type { Queryable } from '#platform/postgres.ts'
import { MOVEMENT_COLUMNS, type Movement } from './queries.ts'

export type BusinessMovement = Movement & { type: MovementType }

export type MovementsWanted = {
  limit: number
  /** The last line's position of the page before. */
  beforePosition?: string
  types?: readonly MovementType[]
  buyerId?: number
  /** A span of moments, and the places in the log between which its lines lie (daily-book knows them): no index on moments is needed. */
  recorded?: { from: Date; until: Date; firstPosition: string; lastPosition: string }
}

/** Lines of a business, newest first. Only the conditions that are asked for stand in the statement, so that each finds its index. */
export async function movementsOfBusiness(
  db: Queryable,
  businessId: number,
  { limit, beforePosition, types, buyerId, recorded }: MovementsWanted,
): Promise<BusinessMovement[]> {
  const values: unknown[] = [businessId, limit]
  const conditions: string[] = []
  const where = (condition: (place: string) => string, value: unknown) => {
    values.push(value)
    conditions.push(`AND ${condition(`$${values.length}`)}`)
  }
  if (beforePosition !== undefined) where((place) => `movement.position < ${place}::bigint`, beforePosition)
  if (types !== undefined) where((place) => `movement.type = ANY(${place}::text[])`, types)
  if (buyerId !== undefined) where((place) => `movement.buyer_id = ${place}::int`, buyerId)
  if (recorded !== undefined) {
    where((place) => `movement.position >= ${place}::bigint`, recorded.firstPosition)
    where((place) => `movement.position <= ${place}::bigint`, recorded.lastPosition)
    where((place) => `movement.recorded_at >= ${place}::timestamptz`, recorded.from)
    where((place) => `movement.recorded_at < ${place}::timestamptz`, recorded.until)
  }
  const { rows } = await db.query<BusinessMovement>(
    `SELECT ${MOVEMENT_COLUMNS} FROM read.movements AS movement
     WHERE movement.business_id = $1 ${conditions.join(' ')} ORDER BY movement.position DESC LIMIT $2`,
    values,
  )
  return rows
}
