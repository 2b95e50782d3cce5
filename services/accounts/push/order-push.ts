/**
 * Orders notifications: one row per cause and subscription, in the transaction that learns of the cause. No cause is
 * ordered twice for a subscription, and nothing of before it.
 */
import type { PushKind } from '#contracts/calls/account/push.ts'
import { DAY_MS, startOfDay, yerevanDay } from '#contracts/units/time.ts'
import type { Pool, PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'

/** An older award is told by the page only. */
const TOLD_WITHIN_MS = 60 * 60 * 1000
/** Awards of one transaction. */
const BATCH = 500

/** Tenths; `balanceTenths`: after the award. `at`: when it happened. */
export type ToldAward = {
  position: bigint
  eventId: string
  businessId: number
  buyerId: number
  tenths: number
  balanceTenths: number
  at: Date
}

export type AwardSource = {
  /** Up to which position the read models stand; null before their first event. */
  end(db: Queryable): Promise<bigint | null>
  /** In order of the log, of buyers with subscriptions only. */
  awards(db: Queryable, wanted: { after: bigint; upTo: bigint; since: Date; limit: number }): Promise<ToldAward[]>
  /** Tenths; undefined if the business offers none. */
  cheapestPerk(db: Queryable, businessId: number): Promise<number | undefined>
}

/**
 * Goes on from the checkpoint to the end of the read models. Rows and checkpoint in one transaction; its lock lets one
 * worker order at a time. Rebuilding read models neither moves the checkpoint nor repeats an award.
 */
export async function orderPushesOfAwards(pool: Pool, source: AwardSource, now: Date): Promise<number> {
  let ordered = 0
  for (;;) {
    const { done, left } = await inTransaction(pool, (client) => orderBatch(client, source, now))
    ordered += done
    if (!left) return ordered
  }
}

async function orderBatch(
  client: PoolClient,
  source: AwardSource,
  now: Date,
): Promise<{ done: number; left: boolean }> {
  const { rows } = await client.query<{ position: string }>(
    'SELECT position::text AS position FROM push_checkpoint FOR UPDATE',
  )
  const after = BigInt(rows[0]!.position)
  const end = await source.end(client)
  if (end === null || end === after) return { done: 0, left: false }
  const since = new Date(now.getTime() - TOLD_WITHIN_MS)
  const awards = await source.awards(client, { after, upTo: end, since, limit: BATCH })
  const costs = new Map<number, number | undefined>()
  for (const { businessId } of awards)
    if (!costs.has(businessId)) costs.set(businessId, await source.cheapestPerk(client, businessId))
  let done = 0
  for (const award of awards) done += await orderPushOfAward(client, award, costs.get(award.businessId), now)
  const isFull = awards.length === BATCH
  // Also backwards: after a restore the log ends before the checkpoint, and what follows must be told.
  await client.query('UPDATE push_checkpoint SET position = $1', [String(isFull ? awards.at(-1)!.position : end)])
  return { done, left: isFull }
}

/** One notification per award: the perk that it brings within reach, else its points. `cost`: of the cheapest one. */
async function orderPushOfAward(
  client: PoolClient,
  { eventId, businessId, buyerId, tenths, balanceTenths, at }: ToldAward,
  cost: number | undefined,
  now: Date,
): Promise<number> {
  const isFirst = cost !== undefined && balanceTenths - tenths < cost && balanceTenths >= cost
  return orderPush(client, {
    cause: `award:${eventId}`,
    userId: buyerId,
    kinds: isFirst ? ['perk', 'points'] : ['points'],
    facts: { businessId, tenths, balanceTenths },
    at,
    due: now,
    usefulUntil: new Date(at.getTime() + TOLD_WITHIN_MS),
  })
}

/** From ten in the morning of Yerevan: the reminders' day begins at midnight. */
const MORNING_MS = 10 * 60 * 60 * 1000
/** After it a reminder waits for the next morning. */
const EVENING_MS = 21 * 60 * 60 * 1000

/** In the transaction of the reminder (decision 32), for codes that end. `lastDay`: 'YYYY-MM-DD'. */
export async function orderPushOfEndingCode(
  transaction: Queryable,
  { cause, redemptionId, buyerId, lastDay }: { cause: string; redemptionId: string; buyerId: number; lastDay: string },
  now: Date,
): Promise<void> {
  const today = startOfDay(yerevanDay(now)).getTime()
  // Armenia has no summer time.
  const start = now.getTime() < today + EVENING_MS ? today : today + DAY_MS
  await orderPush(transaction, {
    cause,
    userId: buyerId,
    kinds: ['code'],
    facts: { redemptionId, lastDay },
    at: now,
    due: new Date(Math.max(now.getTime(), start + MORNING_MS)),
    // A worker that was down all morning still tells it in the afternoon, but wakes nobody.
    usefulUntil: new Date(start + EVENING_MS),
  })
}

type Order = {
  /** No personal data. */
  cause: string
  userId: number
  /** The first one that a subscription wants. */
  kinds: readonly PushKind[]
  facts: Record<string, string | number>
  at: Date
  due: Date
  usefulUntil: Date
}

async function orderPush(
  transaction: Queryable,
  { cause, userId, kinds, facts, at, due, usefulUntil }: Order,
): Promise<number> {
  const { rowCount } = await transaction.query(
    `INSERT INTO push_deliveries (subscription_id, cause, kind, facts, useful_until, next_attempt_at)
     SELECT s.id, $1::text, (SELECT wanted FROM unnest($3::text[]) WITH ORDINALITY AS k (wanted, place)
                       WHERE wanted = ANY(s.kinds) ORDER BY place LIMIT 1), $4::jsonb, $5::timestamptz, $6::timestamptz
     FROM push_subscriptions s WHERE s.user_id = $2 AND s.created_at <= $7 AND s.kinds && $3::text[]
     -- of one that is deleted meanwhile, nothing is ordered, and the batch goes on
     FOR KEY SHARE OF s
     ON CONFLICT DO NOTHING`,
    [cause, userId, kinds, JSON.stringify(facts), usefulUntil, due, at],
  )
  return rowCount ?? 0
}
