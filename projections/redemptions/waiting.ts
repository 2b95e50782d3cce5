/**
 * Long pending redemptions (H5). Excludes those who cannot be or were reminded, so that they do not use up the limit.
 */
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { RowOf } from '../runtime/generations/table.ts'
import { redemptionsTable } from './table.ts'

const waiting = redemptionsTable.select(['redemptionId', 'businessId', 'buyerId', 'createdAt'], 'r')

export type WaitingRedemption = RowOf<typeof waiting>

/**
 * Codes created by `madeUntil` without a reminder. If codes expire (since `ttlSince`), also those created by
 * `toldUntil` whose buyers were not told the expiry.
 */
export async function redemptionsToRemindOf(
  db: Queryable,
  {
    madeUntil,
    toldUntil,
    ttlSince,
    limit,
  }: { madeUntil: Date; toldUntil: Date | null; ttlSince: Date | null; limit: number },
): Promise<WaitingRedemption[]> {
  const { rows } = await db.query<WaitingRedemption>(
    `SELECT ${waiting} FROM read.redemptions r
     JOIN users u ON u.id = r.buyer_id AND u.erased_at IS NULL
     JOIN business_profiles p ON p.user_id = r.business_id AND p.status <> 'closed'
     LEFT JOIN redemption_reminders m ON m.redemption_id = r.redemption_id
     WHERE r.state = 'pending' AND r.created_at <= $1
       AND (m.redemption_id IS NULL OR (r.created_at <= $2 AND coalesce(m.ttl_since, '-infinity') < $3))
     ORDER BY r.created_at, r.redemption_id LIMIT $4`,
    [madeUntil, toldUntil, ttlSince, limit],
  )
  return rows
}

/**
 * Codes whose last day is before `today` ('YYYY-MM-DD') by the setting of `ttlSince`, if the notice was sent by
 * `sentUntil`.
 */
export async function redemptionsThatEnded(
  db: Queryable,
  { today, sentUntil, ttlSince, limit }: { today: string; sentUntil: Date; ttlSince: Date; limit: number },
): Promise<WaitingRedemption[]> {
  const { rows } = await db.query<WaitingRedemption>(
    `SELECT ${waiting} FROM redemption_reminders m
     JOIN mail_outbox o ON o.cause = m.cause AND o.state = 'sent' AND o.ended_at <= $3
     JOIN read.redemptions r ON r.redemption_id = m.redemption_id AND r.state = 'pending'
     WHERE m.last_day < $1::date AND m.ttl_since = $2 ORDER BY m.last_day, m.redemption_id LIMIT $4`,
    [today, ttlSince, sentUntil, limit],
  )
  return rows
}

/** Last days ('YYYY-MM-DD') of those codes that end, as their buyers were told under the setting of `ttlSince`. */
export async function lastDaysTold(
  db: Queryable,
  redemptionIds: readonly string[],
  ttlSince: Date,
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ redemptionId: string; lastDay: string }>(
    `SELECT m.redemption_id AS "redemptionId", m.last_day::text AS "lastDay" FROM redemption_reminders m
     JOIN mail_outbox o ON o.cause = m.cause AND o.state = 'sent'
     WHERE m.redemption_id = ANY($1) AND m.ttl_since = $2`,
    [redemptionIds, ttlSince],
  )
  return new Map(rows.map(({ redemptionId, lastDay }) => [redemptionId, lastDay]))
}

export async function forgetSettledReminders(db: Queryable): Promise<void> {
  await db.query(
    `DELETE FROM redemption_reminders m USING read.redemptions r WHERE r.redemption_id = m.redemption_id AND r.state <> 'pending'`,
  )
}

const code = redemptionsTable.select(['perkName', 'createdAt'], 'r')

/** `takesPart`: the business can accept the code now. */
export type WaitingCode = RowOf<typeof code> & { businessName: string; takesPart: boolean }

/** Undefined if the code is settled or the business has closed. */
export async function waitingRedemption(db: Queryable, redemptionId: string): Promise<WaitingCode | undefined> {
  const { rows } = await db.query<WaitingCode>(
    `SELECT ${code}, p.business_name AS "businessName", p.status = 'active' AS "takesPart"
     FROM read.redemptions r JOIN business_profiles p ON p.user_id = r.business_id AND p.status <> 'closed'
     WHERE r.redemption_id = $1 AND r.state = 'pending'`,
    [redemptionId],
  )
  return rows[0]
}

export async function countWaiting(db: Queryable, businessId: number, madeUntil: Date): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*) AS n FROM read.redemptions WHERE business_id = $1 AND state = 'pending' AND created_at <= $2`,
    [businessId, madeUntil],
  )
  return rows[0]?.n ?? 0
}
