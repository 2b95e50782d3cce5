import type { Queryable } from '../postgres/postgres.ts'

/** Of the scheduled backups, which note their outcome (decision 63). `lastAt`: start of the latest that succeeded. */
export type LastBackup = { ok: boolean; endedAt: Date; lastAt: Date | null }

/** Undefined before the first. */
export async function lastBackup(db: Queryable): Promise<LastBackup | undefined> {
  const { rows } = await db.query<LastBackup>(
    `SELECT bytes IS NOT NULL AS ok, ended_at AS "endedAt",
       (SELECT max(started_at) FROM backups WHERE bytes IS NOT NULL) AS "lastAt"
     FROM backups ORDER BY id DESC LIMIT 1`,
  )
  return rows[0]
}
