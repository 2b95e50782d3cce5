import type { Queryable } from '#platform/postgres/postgres.ts'
import { SUPPORT_PREFIX } from '#contracts/events/support-events.ts'
import type { RowOf } from '../runtime/generations/table.ts'
import { historyTable } from './table.ts'

const COLUMNS = historyTable.select([
  'position',
  'type',
  'businessId',
  'facts',
  'actorId',
  'actorRole',
  'onBehalfOf',
  'storedAt',
])

/** `businessId`: 0 for events of no single business. */
export type ActRow = Omit<RowOf<typeof COLUMNS>, 'facts'> & { facts: Record<string, unknown> }

/**
 * Administrative and money events before a position, newest first, without support visits. Orders by `act.position`,
 * because `position` is the result's text column.
 */
export async function actsBefore(
  db: Queryable,
  { businessId, before, limit }: { businessId?: number | undefined; before: string; limit: number },
): Promise<ActRow[]> {
  const { rows } = await db.query<RowOf<typeof COLUMNS>>(
    `SELECT ${COLUMNS}
     FROM read.business_history AS act
     WHERE buyer_id IS NULL AND position < $1::bigint AND ($2::int IS NULL OR business_id = $2) AND NOT starts_with(stream, $3)
     ORDER BY act.position DESC LIMIT $4`,
    [before, businessId ?? null, SUPPORT_PREFIX, limit],
  )
  return rows.map(({ facts, ...row }) => ({ ...row, facts: JSON.parse(facts) as Record<string, unknown> }))
}
