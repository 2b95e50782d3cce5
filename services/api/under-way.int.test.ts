/**
 * A write that may not be begun any more, and whose first try is still under way: its repeat is told that nothing is known yet, and then what became
 * of it (design.md 1, rule 6). Told that it was refused, a buyer would press anew, and have the perk twice.
 */
import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventsDatabase } from '../../infra/local/database.ts'
import { startProduct, type Product } from '../../infra/quality/test-product.ts'
import { waitUntil } from '../../infra/quality/wait-until.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

/** The first try waits for the store's commit, which waits for the lock; it is given up five seconds after it began. */
async function whileNothingIsCommitted<T>(first: () => Promise<T>, meanwhile: () => Promise<void>): Promise<T> {
  const store = new pg.Client(eventsDatabase(product.services.databaseUrl))
  await store.connect()
  try {
    await store.query('BEGIN; LOCK TABLE events IN EXCLUSIVE MODE')
    const answered = first()
    await waitUntil('the store waits', async () => (await store.query('SELECT 1 FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())')).rowCount)
    await meanwhile()
    await store.query('ROLLBACK')
    return await answered
  } finally {
    await store.end()
  }
}

/** For the keys that are remembered. */
async function aMinutePasses(): Promise<void> {
  const redis = new Redis(product.services.redisUrl)
  for (const claim of await redis.keys('hatik:key:*')) await redis.pexpire(claim, (await redis.pttl(claim)) - 60_000)
  redis.disconnect()
}

// The lock is one on the embedded store's table.
describe.skipIf(process.env['EVENTSTORE_URL'])('meanwhile', () => {
  it('the perk costs more (R139, H9)', async () => {
    const cafe = await product.business({ perks: ['1.0'] })
    const ani = await product.buyer()
    await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 5_000 })
    const [perkId] = cafe.perkIds
    const redeem = (key: string) => ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId, pointsRequired: 1 }, key)
    const key = randomUUID()
    const raised = () => cafe.write('PUT', `/api/business/${cafe.id}/perks/${perkId}`, { name: 'Coffee', description: 'Black', pointsRequired: 1.5 })
    const first = await whileNothingIsCommitted(() => redeem(key), async () => {
      expect((await raised()).status).toBe(200)
      expect(await redeem(key)).toMatchObject({ status: 504, body: { code: 'outcome_unknown' } })
      expect(await redeem(randomUUID())).toMatchObject({ status: 409, body: { code: 'perk_costs_more' } })
    })
    expect(first.status).toBe(200)
    expect(await redeem(key)).toMatchObject({ status: 200, body: first.body })
    expect((await ani.get<unknown[]>(`/api/buyer/${ani.id}/redemptions`)).body).toHaveLength(1)
  })

  it('a repeat is under way a minute after a first try that was refused: what is asked behind it is not told that it was refused, either', async () => {
    const cafe = await product.business({ perks: ['1.0'] })
    const ani = await product.buyer()
    const [perkId] = cafe.perkIds
    const redeem = (key: string) => ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId, pointsRequired: 1 }, key)
    const key = randomUUID()
    expect(await redeem(key)).toMatchObject({ status: 409, body: { code: 'insufficient_points' } })
    await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 5_000 })
    await aMinutePasses()
    const raised = () => cafe.write('PUT', `/api/business/${cafe.id}/perks/${perkId}`, { name: 'Coffee', description: 'Black', pointsRequired: 1.5 })
    const repeated = await whileNothingIsCommitted(() => redeem(key), async () => {
      expect((await raised()).status).toBe(200)
      expect(await redeem(key)).toMatchObject({ status: 504, body: { code: 'outcome_unknown' } })
    })
    expect(repeated.status).toBe(200)
    expect(await redeem(key)).toMatchObject({ status: 200, body: repeated.body })
    expect((await ani.get<unknown[]>(`/api/buyer/${ani.id}/redemptions`)).body).toHaveLength(1)
  })

  it('the trial of the business is over (H28)', async () => {
    const cafe = await product.business()
    const ani = await product.buyer()
    const award = (key: string) => cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 5_000 }, key)
    const key = randomUUID()
    const first = await whileNothingIsCommitted(() => award(key), async () => {
      await product.pool.query(`UPDATE business_profiles SET status = 'trial_expired' WHERE user_id = $1`, [cafe.id])
      await waitUntil('the status takes effect', async () => (await cafe.get(`/api/business/${cafe.id}/stats`)).status === 403)
      expect(await award(key)).toMatchObject({ status: 504, body: { code: 'outcome_unknown' } })
    })
    expect(first.status).toBe(200)
    expect(await award(key)).toMatchObject({ status: 200, body: first.body })
  })
})
