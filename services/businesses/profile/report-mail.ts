/** The day report by mail: the business's setting, and the chore that orders the mails. */
import { DAY_MS, startOfDay, yerevanDay, yerevanHour } from '#contracts/units/time.ts'
import { isolateFailures } from '#platform/process/isolate-failures.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { Pool, Queryable } from '#platform/postgres/postgres.ts'

const BATCH = 500
const HOUR_MS = 60 * 60 * 1000

/** In Yerevan; null for no mail. */
export async function reportMailHour(db: Queryable, businessId: number): Promise<number | null> {
  const { rows } = await db.query<{ hour: number | null }>(
    'SELECT report_mail_hour AS hour FROM business_profiles WHERE user_id = $1',
    [businessId],
  )
  return rows[0]?.hour ?? null
}

/** A repetition changes nothing; another hour is due from now on. */
export async function setReportMailHour(
  db: Queryable,
  businessId: number,
  { hour, now }: { hour: number | null; now: Date },
): Promise<void> {
  await db.query(
    `UPDATE business_profiles SET report_mail_hour = $2, report_mail_since = $3
     WHERE user_id = $1 AND report_mail_hour IS DISTINCT FROM $2`,
    [businessId, hour, now],
  )
}

/**
 * Orders the mails whose hour has passed, today or yesterday, once per business and day (the cause). `caughtUp`:
 * awaited before the first. Several processes may run it. Throws after the round if some failed.
 */
export async function orderDayReports(pool: Pool, now: Date, caughtUp: () => Promise<void>): Promise<number> {
  const due = await dueReports(pool, now)
  if (due.length === 0) return 0
  await caughtUp()
  return isolateFailures((each) =>
    each(due, ({ businessId, day, dueAt }) =>
      orderMail(pool, {
        cause: `day-report:${businessId}:${day}`,
        template: 'day_report',
        userId: businessId,
        parameters: { day },
        usefulUntil: new Date(dueAt.getTime() + DAY_MS),
      }),
    ),
  )
}

type Due = { businessId: number; day: string; dueAt: Date }

async function dueReports(db: Queryable, now: Date): Promise<Due[]> {
  const [today, yesterday] = [yerevanDay(now), yerevanDay(new Date(now.getTime() - DAY_MS))]
  const { rows } = await db.query<{ businessId: number; day: string; hour: number }>(
    `SELECT due.business_id AS "businessId", due.day, due.hour FROM (
       SELECT user_id AS business_id, report_mail_hour AS hour, report_mail_since AS since,
         CASE WHEN report_mail_hour <= $1 THEN $2 ELSE $3 END AS day
       FROM business_profiles WHERE report_mail_hour IS NOT NULL AND status = 'active'
     ) AS due
     WHERE due.since <= (due.day::timestamp + make_interval(hours => due.hour)) AT TIME ZONE 'Asia/Yerevan'
       AND NOT EXISTS (SELECT FROM mail_outbox WHERE cause = 'day-report:' || due.business_id || ':' || due.day)
     ORDER BY random() LIMIT ${BATCH}`,
    [yerevanHour(now), today, yesterday],
  )
  return rows.map(({ businessId, day, hour }) => ({
    businessId,
    day,
    dueAt: new Date(startOfDay(day).getTime() + hour * HOUR_MS),
  }))
}
