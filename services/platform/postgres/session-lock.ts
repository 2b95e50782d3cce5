import type { Pool } from './postgres.ts'

/**
 * Runs `work` while a connection of its own holds this advisory lock: one process at a time, for work that takes longer than a transaction.
 * Undefined, and nothing done, where another has the lock. Where that connection is lost meanwhile, PostgreSQL frees the lock, and another
 * process may begin beside this one: `work` has to bear that.
 */
export async function whileLocked<T>(pool: Pool, lock: number, work: () => Promise<T>): Promise<T | undefined> {
  const client = await pool.connect()
  let mayHold = true
  try {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lock])
    mayHold = rows[0]?.taken === true
    if (!mayHold) return undefined
    try {
      return await work()
    } finally {
      mayHold = await client.query('SELECT pg_advisory_unlock($1)', [lock]).then(
        () => false,
        () => true,
      )
    }
  } finally {
    // One that may still hold the lock would hold it for as long as the pool keeps it.
    client.release(mayHold)
  }
}
