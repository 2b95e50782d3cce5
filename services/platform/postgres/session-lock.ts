import type { Pool } from './postgres.ts'

/**
 * Advisory lock for work longer than a transaction; undefined if taken. A lost connection frees the lock, so `work`
 * must tolerate a second run alongside.
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
    // Otherwise the pool would keep the lock.
    client.release(mayHold)
  }
}
