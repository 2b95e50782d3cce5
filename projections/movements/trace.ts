/** Movements across all accounts, for auditors (H33). Points in tenths, times by the store's clock. */
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { RowOf } from '../runtime/generations/table.ts'
import { MOVEMENT_COLUMNS, type Movement } from './queries.ts'
import { movementsTable } from './table.ts'

/** Combined with AND. */
export type MovementFilter = {
  business?: number | undefined
  buyer?: number | undefined
  award?: string | undefined
  redemption?: string | undefined
  command?: string | undefined
  actor?: number | undefined
  onBehalf?: boolean | undefined
  type?: readonly string[] | undefined
  from?: string | undefined
  to?: string | undefined
  /** Positions that enclose `from` to `to`, both excluded, because there is no index on time. */
  places?: { after: string; before: string } | undefined
  amountMin?: number | undefined
  amountMax?: number | undefined
}

/** Conditions with placeholders from $1. */
export function conditionsOf(filter: MovementFilter): { where: string[]; values: unknown[] } {
  const where: string[] = []
  const values: unknown[] = []
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined) return
    values.push(value)
    where.push(condition(`$${values.length}`))
  }
  add((place) => `movement.business_id = ${place}::int`, filter.business)
  add((place) => `movement.buyer_id = ${place}::int`, filter.buyer)
  add((place) => `movement.award_id = ${place}::uuid`, filter.award)
  add((place) => `movement.redemption_id = ${place}::uuid`, filter.redemption)
  add((place) => `movement.command_id = ${place}::uuid`, filter.command)
  add((place) => `(movement.actor_id = ${place}::int OR movement.on_behalf_of = ${place}::int)`, filter.actor)
  add((place) => `(movement.on_behalf_of IS NOT NULL) = ${place}::bool`, filter.onBehalf)
  add((place) => `movement.type = ANY(${place}::text[])`, filter.type)
  add((place) => `movement.stored_at >= ${place}::timestamptz`, filter.from)
  add((place) => `movement.stored_at < ${place}::timestamptz`, filter.to)
  add((place) => `movement.position > ${place}::bigint`, filter.places?.after)
  add((place) => `movement.position < ${place}::bigint`, filter.places?.before)
  add((place) => `movement.amount_amd >= ${place}::bigint`, filter.amountMin)
  add((place) => `movement.amount_amd <= ${place}::bigint`, filter.amountMax)
  return { where, values }
}

/** Newest first, before a position. */
export async function traceMovements(
  db: Queryable,
  filter: MovementFilter,
  { before, limit }: { before: string; limit: number },
): Promise<Movement[]> {
  const { where, values } = conditionsOf(filter)
  const { rows } = await db.query<Movement>(
    `SELECT ${MOVEMENT_COLUMNS} FROM read.movements AS movement
     WHERE ${[...where, `movement.position < $${values.length + 1}::bigint`].join(' AND ')}
     ORDER BY movement.position DESC LIMIT $${values.length + 2}`,
    [...values, before, limit],
  )
  return rows
}

/** Oldest first, for exports; `after` excluded, `until` included. */
export async function movementsBetween(
  db: Queryable,
  filter: MovementFilter,
  { after, until, limit }: { after: string; until: string; limit: number },
): Promise<Movement[]> {
  const { where, values } = conditionsOf(filter)
  const place = values.length
  const { rows } = await db.query<Movement>(
    `SELECT ${MOVEMENT_COLUMNS} FROM read.movements AS movement
     WHERE ${[...where, `movement.position > $${place + 1}::bigint`, `movement.position <= $${place + 2}::bigint`].join(' AND ')}
     ORDER BY movement.position LIMIT $${place + 3}`,
    [...values, after, until, limit],
  )
  return rows
}

export async function countMovements(db: Queryable, filter: MovementFilter, until: string): Promise<number> {
  const { where, values } = conditionsOf(filter)
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*) AS n FROM read.movements AS movement WHERE ${[...where, `movement.position <= $${values.length + 1}::bigint`].join(' AND ')}`,
    [...values, until],
  )
  return rows[0]?.n ?? 0
}

const place = movementsTable.select(['position', 'storedAt'], 'movement')

/**
 * The last movement up to a time (store's clock) or position. `placeBehind`: a position after everything stored up to
 * that time (see daily-book), which limits the scan.
 */
export async function lastMovementAt(
  db: Queryable,
  { at, position }: { at?: { moment: Date; placeBehind: string } | undefined; position?: string | undefined },
): Promise<RowOf<typeof place> | undefined> {
  const { rows } = await db.query<RowOf<typeof place>>(
    `SELECT ${place} FROM read.movements AS movement
     WHERE ($1::timestamptz IS NULL OR stored_at <= $1) AND ($2::bigint IS NULL OR movement.position < $2::bigint)
       AND ($3::bigint IS NULL OR movement.position <= $3::bigint) ORDER BY movement.position DESC LIMIT 1`,
    [at?.moment ?? null, at?.placeBehind ?? null, position ?? null],
  )
  return rows[0]
}
