import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { newBuyerCode } from '../buyer-codes.ts'
import { orderPushOfEndingCode } from './order-push.ts'

const { pool } = await testDatabase()

it('orders nothing for a subscription that is deleted meanwhile, and its transaction goes on', async () => {
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO users (email, password, role, first_name, last_name, buyer_code, email_verified)
     VALUES ($1, '!', 'buyer', 'A', 'B', $2, true) RETURNING id`,
    [`${randomUUID()}@hatik.test`, newBuyerCode()],
  )
  const buyerId = rows[0]!.id
  await pool.query(
    `INSERT INTO push_subscriptions (id, user_id, endpoint, p256dh, auth, kinds, language, session, created_at)
     VALUES ($2, $1, 'https://push.example/1', 'key', 'auth', '{code}', 'am', 'session', now() - interval '1 hour')`,
    [buyerId, randomUUID()],
  )
  const deleting = await pool.connect()
  await deleting.query('BEGIN')
  await deleting.query('DELETE FROM push_subscriptions WHERE user_id = $1', [buyerId])
  const ordering = inTransaction(pool, async (client) => {
    const code = { cause: 'ends:1', redemptionId: randomUUID(), buyerId, lastDay: '2030-01-01' }
    await orderPushOfEndingCode(client, code, new Date())
    return client.query('SELECT FROM push_deliveries')
  })
  await waitUntil('the order waits for the deletion', async () => {
    const { rowCount } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%push_deliveries%'",
    )
    return rowCount === 1
  })
  await deleting.query('COMMIT')
  deleting.release()
  expect((await ordering).rowCount).toBe(0)
})
