import type { Pool } from './postgres.ts'

/**
 * Runs `work` while a dedicated connection holds an advisory lock: one process at a time, for work longer than a
 * transaction. Returns undefined, without running it, if the lock is taken.
 * If that connection is lost, PostgreSQL frees the lock and another process may start alongside; `work` must tolerate
 * that.
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
    // Close a connection that may still hold the lock, or the pool would keep the lock.
    client.release(mayHold)
  }
}
