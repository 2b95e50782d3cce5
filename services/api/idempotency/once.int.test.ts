import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { businessStream } from '#contracts/events/business-events.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import { pruneKeyedWrites } from '#platform/postgres/keyed-writes.ts'
import { signInStaff } from '../../../infra/testing/people/staff.ts'
import { startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

const PERK = { name: 'Tea', description: 'Hot', pointsRequired: 2 }
type Shop = Awaited<ReturnType<Product['business']>>
const addPerk = (shop: Shop, key: string) =>
  shop.write<{ id: number }>('POST', `/api/business/${shop.id}/perks`, PERK, key)
const kept = async (shop: Shop) =>
  (await product.pool.query('SELECT key FROM keyed_writes WHERE user_id = $1 ORDER BY key', [shop.id])).rows.map(
    ({ key }: { key: string }) => key,
  )

describe('stored keys of writes', () => {
  it('replay for exactly a week', async () => {
    const cafe = await product.business()
    const first = await addPerk(cafe, 'first-write')
    const { rows } = await product.pool.query<{ at: Date }>(
      'SELECT written_at AS at FROM keyed_writes WHERE user_id = $1',
      [cafe.id],
    )
    const aWeekLater = (rows[0]?.at.getTime() ?? 0) + 7 * DAY_MS
    await pruneKeyedWrites(product.pool, new Date(aWeekLater))
    expect((await addPerk(cafe, 'first-write')).body).toEqual(first.body)

    await product.pool.query(
      `INSERT INTO keyed_writes (user_id, key, input_hash, reply, written_at) SELECT $1, 'old-' || n, 'x', '{}', now() - interval '8 days' FROM generate_series(1, 2500) AS n`,
      [cafe.id],
    )
    expect(await pruneKeyedWrites(product.pool, new Date())).toBe(2_500)
    expect(await kept(cafe)).toEqual(['first-write'])
    await pruneKeyedWrites(product.pool, new Date(aWeekLater + 1_000))
    expect(await kept(cafe)).toEqual([])
  })

  it('after pruning, a key whose event remains changes nothing: no row without an event', async () => {
    const admin = await signInStaff(product, 'admin')
    const cafe = await product.business()
    await product.pool.query(
      `UPDATE business_profiles SET trial_end_date = now() + interval '30 days' WHERE user_id = $1`,
      [cafe.id],
    )
    const told = async (call: Promise<{ status: number; body: { code?: string } }>) => {
      const { status, body } = await call
      return [status, body.code]
    }
    const change = (action: 'suspend' | 'reinstate', key: string) =>
      admin.write('POST', `/api/admin/businesses/${cafe.id}/${action}`, { reason: 'complaints' }, key)
    const forgetKeys = () => pruneKeyedWrites(product.pool, new Date(Date.now() + 8 * DAY_MS))
    const state = async () =>
      (
        await product.pool.query(
          `SELECT status, (SELECT count(*)::int FROM perks k WHERE k.business_profile_id = p.id) AS perks,
             (SELECT count(*)::int FROM event_outbox WHERE stream = $2) AS events, (SELECT count(*)::int FROM mail_outbox WHERE user_id = $1) AS mails
           FROM business_profiles p WHERE user_id = $1`,
          [cafe.id, businessStream(cafe.id)],
        )
      ).rows[0]

    expect((await addPerk(cafe, 'perk-key')).status).toBe(201)
    expect((await change('suspend', 'suspend-key')).status).toBe(200)
    await forgetKeys()
    // Refused by the status, as with a new key.
    expect(await told(change('suspend', 'suspend-key'))).toEqual([409, 'status_refused'])
    expect((await change('reinstate', 'reinstate-key')).status).toBe(200)
    await forgetKeys()
    const before = await state()
    expect(before).toEqual({ status: 'active', perks: 1, events: 3, mails: 2 })
    expect(await told(change('suspend', 'suspend-key'))).toEqual([422, 'idempotency_key_reused'])
    expect(await told(addPerk(cafe, 'perk-key'))).toEqual([422, 'idempotency_key_reused'])
    expect(await state()).toEqual(before)
    expect((await change('suspend', 'another-key')).status).toBe(200)
  })

  it("refuse the same action on another business by the first one's key", async () => {
    const admin = await signInStaff(product, 'admin')
    const [cafe, books] = [await product.business(), await product.business()]
    const suspend = (shop: Shop) =>
      admin.write('POST', `/api/admin/businesses/${shop.id}/suspend`, { reason: 'complaints' }, 'suspends-one')
    const first = await suspend(cafe)
    expect(first.status).toBe(200)
    expect(await suspend(books)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect(await suspend(cafe)).toMatchObject({ status: 200, body: first.body })
  })

  it('are pruned by the worker', async () => {
    const cafe = await product.business()
    await addPerk(cafe, 'new-write')
    await addPerk(cafe, 'old-write')
    await product.pool.query(
      `UPDATE keyed_writes SET written_at = now() - interval '8 days' WHERE user_id = $1 AND key = 'old-write'`,
      [cafe.id],
    )
    await product.worker.stop()
    await product.restartWorker()
    await waitUntil('the old one is gone', async () => (await kept(cafe)).join() === 'new-write', 60_000)
  })
})
