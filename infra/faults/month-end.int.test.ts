/** A month ends while two APIs award whose clocks are two seconds apart. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { daysOfMonth, momentsOf, yerevanMonth } from '#contracts/units/time.ts'
import { countAtLeast, usedInMonth } from '#businesses/counter/quota.ts'
import { startProduct, type Product } from '../testing/servers/test-product.ts'

const LIMIT = 1_000
const APART_MS = 2_000
const LEFT = 20

const folder = mkdtempSync(join(tmpdir(), 'hatik-month-end-'))
const clock = (name: string, aheadMs: number) => {
  const file = join(folder, name)
  writeFileSync(file, String(aheadMs))
  return { NODE_OPTIONS: `--import ${new URL('other-clock.mjs', import.meta.url).href}`, HATIK_TEST_CLOCK: file }
}
const monthEnds = momentsOf(daysOfMonth(yerevanMonth(new Date()))).until
const [oldMonth, newMonth] = [yerevanMonth(new Date(monthEnds.getTime() - 1)), yerevanMonth(monthEnds)] as const
/** Five minutes before the end, until the test sets the clocks. */
const early = monthEnds.getTime() - Date.now() - 5 * 60_000
let product: Product
let second: string
beforeAll(async () => {
  product = await startProduct({ env: clock('first', early) })
  second = await product.startSecondApi(clock('second', early))
})
afterAll(async () => {
  await product?.close()
  rmSync(folder, { recursive: true, force: true })
})

it('each month gets as many awards as it has places, each counted in the month of its event', async () => {
  const cafe = await product.business({ plan: 'starter' })
  const tills = [cafe, cafe.at(second)]
  const buyers = await Promise.all(Array.from({ length: 8 }, () => product.buyer()))
  for (const month of [oldMonth, newMonth]) await countAtLeast(product.pool, cafe.id, month, LIMIT - LEFT)
  const endsAt = Date.now() + 4_000
  clock('first', monthEnds.getTime() - endsAt)
  clock('second', monthEnds.getTime() - endsAt + APART_MS)
  const told = new Map<string, number>()
  const lane = async (index: number) => {
    for (let key = randomUUID(), isUnknown = false; isUnknown || Date.now() < endsAt + 1_500;) {
      const { status, body } = await tills[index % 2]!.write(
        'POST',
        `/api/business/${cafe.id}/award-points`,
        { buyerId: buyers[index]!.code, amountSpent: 500 },
        key,
      )
      // Retried, as a till does.
      isUnknown = status === 503
      if (isUnknown) continue
      key = randomUUID()
      const answer = status === 200 ? '200' : `${status} ${body.code}`
      told.set(answer, (told.get(answer) ?? 0) + 1)
    }
  }
  await Promise.all(buyers.map((_, index) => lane(index)))

  expect([...told.keys()].toSorted()).toEqual(['200', '403 transaction_limit_exceeded'])
  expect([
    told.get('200'),
    await usedInMonth(product.pool, cafe.id, oldMonth),
    await usedInMonth(product.pool, cafe.id, newMonth),
  ]).toEqual([2 * LEFT, LIMIT, LIMIT])
  await cafe.get(`/api/business/${cafe.id}/stats`)
  const { rows } = await product.pool.query<{ month: string; awards: number }>(
    'SELECT month, awards FROM read.monthly_transactions WHERE business_id = $1 ORDER BY month',
    [cafe.id],
  )
  expect(rows).toEqual([
    { month: oldMonth, awards: LEFT },
    { month: newMonth, awards: LEFT },
  ])
})
