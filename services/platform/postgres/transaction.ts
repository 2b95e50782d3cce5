import type { Pool, PoolClient } from './postgres.ts'

type Work<T> = (client: PoolClient) => Promise<T>

export const inTransaction = <T>(pool: Pool, work: Work<T>): Promise<T> => between(pool, 'BEGIN', work)

/** Reads from one snapshot. */
export const inSnapshot = <T>(pool: Pool, work: Work<T>): Promise<T> =>
  between(pool, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work)

async function between<T>(pool: Pool, begin: string, work: Work<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((rollback: Error) => (broken = rollback))
    throw error
  } finally {
    client.release(broken)
  }
}
