/** Chore for trials (H22, H23), in Yerevan's calendar. */
import { yerevanDayBegins, yerevanDayNumber } from '#contracts/units/time.ts'
import { isolateFailures, type Each } from '#platform/process/isolate-failures.ts'
import { bySystem } from '#platform/outbox/event-outbox.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { expireTrial } from '../status/status-changes.ts'

const BATCH = 500
/** A late chore still states the true number of days; the first warning is skipped once the second is due. */
const WARNINGS = [
  { cause: 'trial-ending-7', leastDays: 2, mostDays: 7 },
  { cause: 'trial-ending-1', leastDays: 0, mostDays: 1 },
] as const

export type TrialRound = { warned: number; expired: number }

/** Several processes may run it. Throws after the round if some failed. */
export const lookAfterTrials = (pool: Pool, now: Date): Promise<TrialRound> =>
  isolateFailures(async (each) => ({ warned: await warn(each, pool, now), expired: await expire(each, pool, now) }))

async function warn(each: Each, pool: Pool, now: Date): Promise<number> {
  const today = yerevanDayNumber(now)
  let warned = 0
  for (const { cause, leastDays, mostDays } of WARNINGS) {
    const { rows } = await pool.query<{ userId: number; end: Date }>(
      `SELECT p.user_id AS "userId", p.trial_end_date AS "end" FROM business_profiles p
       WHERE p.status = 'active' AND p.subscription_start_date IS NULL AND p.trial_end_date > $1 AND p.trial_end_date >= $2 AND p.trial_end_date < $3
         AND NOT EXISTS (SELECT 1 FROM mail_outbox m WHERE m.cause = $4 || ':' || p.user_id || ':' || extract(epoch FROM p.trial_end_date)::bigint)
       ORDER BY random() LIMIT ${BATCH}`,
      [now, yerevanDayBegins(today + leastDays), yerevanDayBegins(today + mostDays + 1), cause],
    )
    warned += await each(rows, ({ userId, end }) =>
      orderMail(pool, {
        cause: `${cause}:${userId}:${Math.floor(end.getTime() / 1000)}`,
        template: 'trial_ending',
        userId,
        parameters: { endsAt: end.toISOString() },
        usefulUntil: end,
      }),
    )
  }
  return warned
}

async function expire(each: Each, pool: Pool, now: Date): Promise<number> {
  const { rows } = await pool.query<{ userId: number; end: Date }>(
    `SELECT user_id AS "userId", trial_end_date AS "end" FROM business_profiles
     WHERE status = 'active' AND subscription_start_date IS NULL AND trial_end_date <= $1 ORDER BY random() LIMIT ${BATCH}`,
    [now],
  )
  return each(rows, async ({ userId, end }) => {
    const recording = bySystem(`expire-trial:${userId}:${end.toISOString()}`, now)
    const changed = await inTransaction(pool, (client) => expireTrial(client, userId, recording))
    return changed.kind === 'changed'
  })
}
