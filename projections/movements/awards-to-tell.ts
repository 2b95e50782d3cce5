import type { Queryable } from '#platform/postgres/postgres.ts'
import type { RowOf } from '../runtime/generations/table.ts'
import { movementsTable } from './table.ts'

const award = movementsTable.select(
  ['position', 'eventId', 'businessId', 'buyerId', 'deltaTenths', 'balanceTenths', 'happenedAt'],
  'm',
)

/**
 * Awards of buyers with push subscriptions (decision 56), in order of the log. `after` is exclusive; `since`: when they
 * happened, so that neither imported ones nor those that a counter kept are told late.
 */
export async function awardsToTell(
  db: Queryable,
  { after, upTo, since, limit }: { after: bigint; upTo: bigint; since: Date; limit: number },
) {
  const { rows } = await db.query<RowOf<typeof award>>(
    `SELECT ${award} FROM read.movements m
     WHERE m.position > $1 AND m.position <= $2 AND m.type = 'PointsAwarded' AND m.happened_at >= $3
       AND EXISTS (SELECT FROM push_subscriptions s WHERE s.user_id = m.buyer_id AND s.created_at <= m.happened_at)
     ORDER BY m.position LIMIT $4`,
    [String(after), String(upTo), since, limit],
  )
  return rows.map(({ position, deltaTenths, happenedAt, ...rest }) => ({
    ...rest,
    position: BigInt(position),
    tenths: deltaTenths,
    at: happenedAt,
  }))
}
