/** A schema that exists while a backup is restored. It outlives a restore that is killed, so that nothing starts on half of one. */
import type { Queryable } from '#platform/postgres/postgres.ts'

const MARK = 'restore_under_way'

export async function markRestore(db: Queryable): Promise<void> {
  await db.query(`CREATE SCHEMA ${MARK}`)
}

export async function unmarkRestore(db: Queryable): Promise<void> {
  await db.query(`DROP SCHEMA IF EXISTS ${MARK}`)
}

export async function refuseHalfRestored(db: Queryable): Promise<void> {
  if ((await db.query('SELECT FROM pg_namespace WHERE nspname = $1', [MARK])).rowCount)
    throw new Error(
      'A restore into this place is under way or was broken off. If none runs, empty the place and restore again.',
    )
}
