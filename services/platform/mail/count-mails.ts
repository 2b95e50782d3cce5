import type { Queryable } from '../postgres/postgres.ts'

/** Mails that wait, and dead letters. Each count reads its partial index. */
export async function countMails(db: Queryable): Promise<{ waiting: number; dead: number }> {
  const { rows } = await db.query<{ waiting: number; dead: number }>(
    `SELECT (SELECT count(*) FROM mail_outbox WHERE state = 'waiting') AS waiting,
       (SELECT count(*) FROM mail_outbox WHERE state = 'dead') AS dead`,
  )
  return rows[0] ?? { waiting: 0, dead: 0 }
}
