import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pruneKeyedWrites } from '#platform/keyed-writes.ts'
import { startProduct, type Product } from '../../infra/quality/test-product.ts'
import { waitUntil } from '../../infra/quality/wait-until.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

const DAY_MS = 24 * 60 * 60 * 1000
const PERK = { name: 'Tea', description: 'Hot', pointsRequired: 2 }
type Shop = Awaited<ReturnType<Product['business']>>
const addPerk = (shop: Shop, key: string) => shop.write<{ id: number }>('POST', `/api/business/${shop.id}/perks`, PERK, key)
const kept = async (shop: Shop) => (await product.pool.query('SELECT key FROM keyed_writes WHERE user_id = $1 ORDER BY key', [shop.id])).rows.map(({ key }: { key: string }) => key)

describe('the memory of keyed writes (design.md 1, rule 6)', () => {
  it('answers a retry for a week, and forgets what is older: not a moment earlier', async () => {
    const cafe = await product.business()
    const first = await addPerk(cafe, 'first-write')
    const { rows } = await product.pool.query<{ at: Date }>('SELECT written_at AS at FROM keyed_writes WHERE user_id = $1', [cafe.id])
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

  it('is pruned by the worker itself', async () => {
    const cafe = await product.business()
    await addPerk(cafe, 'new-write')
    await addPerk(cafe, 'old-write')
    await product.pool.query(`UPDATE keyed_writes SET written_at = now() - interval '8 days' WHERE user_id = $1 AND key = 'old-write'`, [cafe.id])
    await product.worker.stop()
    await product.restartWorker()
    await waitUntil('the old one is gone', async () => (await kept(cafe)).join() === 'new-write', 60_000)
  })
})
