/**
 * Chore for unused codes (H5, decision 32): buyers are reminded after ninety days or NOTICE_DAYS before expiry,
 * then also by a notification; businesses get one count a day. Reminder, mail and notification share a transaction, so
 * several processes may run it.
 */
import { DAY_MS, yerevanDay } from '#contracts/units/time.ts'
import { isolateFailures } from '#platform/process/isolate-failures.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { Pool, PoolClient } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { orderPushOfEndingCode } from './push/order-push.ts'

const REMIND_AFTER_DAYS = 90
/** Minimum days between telling a buyer the last day and that day. */
export const NOTICE_DAYS = 14

type Waiting = { redemptionId: string; businessId: number; buyerId: number; createdAt: Date }
/** Lifetime of codes, and since when; null if codes never end. */
export type Ttl = { days: number; since: Date } | null

export type ReminderSource = {
  /** Oldest first; see redemptionsToRemindOf. */
  toRemindOf(wanted: {
    madeUntil: Date
    toldUntil: Date | null
    ttlSince: Date | null
    limit: number
  }): Promise<Waiting[]>
}

/** `left`: there are more. Throws after the round if some failed. */
export async function remindOfRedemptions(
  pool: Pool,
  { toRemindOf }: ReminderSource,
  { now, ttl, batch = 500 }: { now: Date; ttl: Ttl; batch?: number },
): Promise<{ reminded: number; left: boolean }> {
  const tellAfterDays = ttl === null ? null : ttl.days - NOTICE_DAYS
  const afterDays = Math.min(REMIND_AFTER_DAYS, tellAfterDays ?? REMIND_AFTER_DAYS)
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const due = await toRemindOf({
    madeUntil: daysAgo(afterDays),
    toldUntil: tellAfterDays === null ? null : daysAgo(tellAfterDays),
    ttlSince: ttl?.since ?? null,
    limit: batch,
  })
  const reminded = await isolateFailures((each) =>
    each(due, (waiting) => inTransaction(pool, (client) => remind(client, waiting, { now, ttl, afterDays }))),
  )
  return { reminded, left: due.length === batch }
}

async function remind(
  client: PoolClient,
  { redemptionId, businessId, buyerId, createdAt }: Waiting,
  { now, ttl, afterDays }: { now: Date; ttl: Ttl; afterDays: number },
): Promise<boolean> {
  const lastDay = ttl && lastDayOf(createdAt, now, ttl.days)
  const cause = `redemption-waiting:${redemptionId}${ttl ? `:${ttl.since.toISOString()}` : ''}`
  const noted = await client.query(
    `INSERT INTO redemption_reminders (redemption_id, reminded_at, cause, ttl_since, last_day) VALUES ($1, $2, $3, $4, $5::date)
     ON CONFLICT (redemption_id) DO UPDATE SET reminded_at = excluded.reminded_at, cause = excluded.cause, ttl_since = excluded.ttl_since, last_day = excluded.last_day
     WHERE coalesce(redemption_reminders.ttl_since, '-infinity') < excluded.ttl_since`,
    [redemptionId, now, cause, ttl?.since ?? null, lastDay],
  )
  if (noted.rowCount === 0) return false
  await orderMail(client, {
    cause,
    template: 'redemption_waiting',
    userId: buyerId,
    parameters: { redemptionId, lastDay },
  })
  if (lastDay !== null) await orderPushOfEndingCode(client, { cause, redemptionId, buyerId, lastDay }, now)
  await orderMail(client, {
    cause: `redemptions-waiting:${businessId}:${yerevanDay(now)}`,
    template: 'redemptions_waiting',
    userId: businessId,
    parameters: { days: afterDays, ttlDays: ttl?.days ?? null },
  })
  return true
}

/** In Yerevan: `days` after redemption or NOTICE_DAYS after the notice, whichever is later. */
function lastDayOf(createdAt: Date, now: Date, days: number): string {
  return yerevanDay(new Date(Math.max(createdAt.getTime() + days * DAY_MS, now.getTime() + NOTICE_DAYS * DAY_MS)))
}
