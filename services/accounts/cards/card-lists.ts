import type { Queryable } from '#platform/postgres/postgres.ts'

type Batch = { batchId: string; orderedAt: Date; cards: number; used: number; claimed: number; filesUntil: Date | null }

/**
 * A business's newest 100 orders. `used`: cards with an account at the business, as the caller's projections name them.
 */
export async function cardBatches(
  db: Queryable,
  businessId: number,
  withAccount: (cardIds: readonly number[]) => Promise<ReadonlySet<number>>,
): Promise<Batch[]> {
  const { rows } = await db.query<Omit<Batch, 'used'> & { ids: number[] }>(
    `SELECT batch.id AS "batchId", ordered_at AS "orderedAt", batch.cards, count(claimed_by)::int AS claimed, array_agg(card.id) AS ids,
       CASE WHEN ordered_at > now() - interval '24 hours' THEN ordered_at + interval '24 hours' END AS "filesUntil"
     FROM card_batches AS batch JOIN cards AS card ON card.batch_id = batch.id
     WHERE business_id = $1 GROUP BY batch.id ORDER BY ordered_at DESC, batch.id LIMIT 100`,
    [businessId],
  )
  const used = await withAccount(rows.flatMap(({ ids }) => ids))
  return rows.map(({ ids, ...batch }) => ({ ...batch, used: ids.filter((id) => used.has(id)).length }))
}

type HeldCard = { cardId: number; buyerId: string; claimedAt: Date; isBlocked: boolean }

export async function cardsOfPerson(db: Queryable, userId: number): Promise<HeldCard[]> {
  const { rows } = await db.query<HeldCard>(
    `SELECT id AS "cardId", code AS "buyerId", claimed_at AS "claimedAt", blocked_at IS NOT NULL AS "isBlocked"
     FROM cards WHERE claimed_by = $1 ORDER BY claimed_at, id`,
    [userId],
  )
  return rows
}
