import { expect, it } from 'vitest'
import { testDatabase } from '../../../../infra/testing/servers/test-database.ts'
import { isOutage } from '../../outage.ts'

const { pool } = await testDatabase()

it('a connection that PostgreSQL closed within a transaction is an outage, not the request’s fault', async () => {
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const ended = new Promise((resolve) => client.once('end', resolve))
  await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
  await ended
  const error: unknown = await client.query('SELECT 1').catch((reason: unknown) => reason)
  client.release(true)
  expect(error).toBeInstanceOf(Error)
  expect([String(error), isOutage(error)]).toEqual([expect.stringContaining('not queryable'), true])
})
