import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServices, type TestServices } from '../../../infra/testing/harness.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { createPool, type Pool, type PoolClient } from './postgres.ts'
import { whileLocked } from './session-lock.ts'
import { inSnapshot } from './transaction.ts'

const LOCK = 7_000_001

let services: TestServices
let pool: Pool
let other: Pool
beforeAll(async () => {
  services = await testServices({ eventStore: false, redis: false, migrate: false })
  pool = createPool(services.databaseUrl, { max: 2, name: 'test' })
  other = createPool(services.databaseUrl, { max: 1, name: 'test' })
})
afterAll(async () => {
  await Promise.all([pool?.end(), other?.end()])
  await services?.close()
})

const backendOf = async (client: PoolClient) =>
  (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid
async function killBackend(pid: number): Promise<void> {
  await other.query('SELECT pg_terminate_backend($1)', [pid])
  await waitUntil(
    'the connection is gone',
    async () => (await other.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [pid])).rowCount === 0,
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
}

describe('a connection lost while in use', () => {
  it('does not end the process: the next query rejects, and the next connection works', async () => {
    const client = await pool.connect()
    await client.query('BEGIN')
    await killBackend(await backendOf(client))
    await expect(client.query('SELECT 1')).rejects.toThrow()
    client.release()
    expect((await pool.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })
})

describe('a lock for work longer than a transaction', () => {
  it('admits one process at a time, and is freed afterwards, even if the work fails', async () => {
    const inside = await whileLocked(pool, LOCK, () => whileLocked(pool, LOCK, async () => 'beside'))
    expect(inside).toBeUndefined()
    await expect(whileLocked(pool, LOCK, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await whileLocked(other, LOCK, async () => 'worked')).toBe('worked')
  })

  it('is freed when its connection is lost, while the work continues', async () => {
    const holder = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = $1`
    const worked = await whileLocked(pool, LOCK, async () => {
      const { rows } = await other.query<{ pid: number }>(holder, [LOCK])
      await killBackend(rows[0]!.pid)
      return whileLocked(pool, LOCK, async () => 'another')
    })
    expect(worked).toBe('another')
    expect((await other.query(holder, [LOCK])).rowCount).toBe(0)
  })
})

describe('a snapshot', () => {
  it('reads one state of the tables, despite concurrent writes, and cannot write', async () => {
    await pool.query('CREATE TABLE seen (n int)')
    const counts = await inSnapshot(pool, async (client) => {
      const count = async () => (await client.query('SELECT FROM seen')).rowCount
      const before = await count()
      await other.query('INSERT INTO seen VALUES (1)')
      return [before, await count()]
    })
    expect(counts).toEqual([0, 0])
    await expect(inSnapshot(pool, (client) => client.query('DELETE FROM seen'))).rejects.toThrow(
      'read-only transaction',
    )
    expect((await pool.query('SELECT FROM seen')).rowCount).toBe(1)
  })
})
