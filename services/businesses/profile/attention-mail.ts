import { DAY_MS, startOfDay, yerevanDay } from '#contracts/units/time.ts'
import { isolateFailures } from '#platform/process/isolate-failures.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { Pool, Queryable } from '#platform/postgres/postgres.ts'

const BATCH = 500
/** 9 in the morning in Yerevan: the day before is over, and the shop's day begins. */
const HOUR_MS = 9 * 60 * 60 * 1000

/**
 * Orders the mails about unusual acts of the day before, once per business and day (the cause). Whether there are any
 * is known when the mail is composed. `caughtUp`: awaited before the first. Several processes may run it. Throws after
 * the round if some failed.
 */
export async function orderAttentionMails(pool: Pool, now: Date, caughtUp: () => Promise<void>): Promise<number> {
  const dueAt = lastDue(now)
  const day = yerevanDay(new Date(dueAt.getTime() - DAY_MS))
  const businesses = await dueBusinesses(pool, day, dueAt)
  if (businesses.length === 0) return 0
  await caughtUp()
  return isolateFailures((each) =>
    each(businesses, (businessId) =>
      orderMail(pool, {
        cause: `attention:${businessId}:${day}`,
        template: 'attention',
        userId: businessId,
        parameters: { day },
        usefulUntil: new Date(dueAt.getTime() + DAY_MS),
      }),
    ),
  )
}

function lastDue(now: Date): Date {
  const today = startOfDay(yerevanDay(now)).getTime() + HOUR_MS
  return new Date(today <= now.getTime() ? today : today - DAY_MS)
}

async function dueBusinesses(db: Queryable, day: string, dueAt: Date): Promise<number[]> {
  const { rows } = await db.query<{ businessId: number }>(
    `SELECT due.user_id AS "businessId" FROM business_profiles AS due
     WHERE due.attention_mail_since <= $2 AND due.status = 'active'
       AND NOT EXISTS (SELECT FROM mail_outbox WHERE cause = 'attention:' || due.user_id || ':' || $1)
     ORDER BY random() LIMIT ${BATCH}`,
    [day, dueAt],
  )
  return rows.map(({ businessId }) => businessId)
}
