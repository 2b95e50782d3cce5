/** API and worker with wrong clocks, set while they run, beside an event store and PostgreSQL with right ones. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Ready } from '#contracts/calls/health.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import { startProduct, type Product } from '../testing/servers/test-product.ts'
import { takeErrors } from '../quality/told-errors.ts'
import { waitUntil } from '../testing/wait-until.ts'

const folder = mkdtempSync(join(tmpdir(), 'hatik-clock-'))
const clock = join(folder, 'ahead')
/** Ms by which API and worker are ahead; waits until the API reports it. */
async function setClock(aheadMs: number): Promise<void> {
  writeFileSync(clock, String(aheadMs))
  if (!product) return
  const seconds = Math.round(aheadMs / 1000)
  await waitUntil(
    'readiness tells it',
    async () => Math.abs(((await readiness()).postgres.clockAheadSeconds ?? NaN) - seconds) <= 2,
  )
}
const readiness = async () => (await (await fetch(`${product!.address}/api/health/ready`)).json()) as Ready

let product: Product | undefined
beforeAll(async () => {
  await setClock(0)
  product = await startProduct({
    env: {
      NODE_OPTIONS: `--import ${new URL('other-clock.mjs', import.meta.url).href}`,
      HATIK_TEST_CLOCK: clock,
      LOG_LEVEL: 'warn',
    },
  })
})
afterAll(async () => {
  await product?.close()
  rmSync(folder, { recursive: true, force: true })
})

it('an API minutes behind or ahead awards normally, and readiness reports its offset', async () => {
  const [cafe, buyer] = [await product!.business(), await product!.buyer()]
  for (const minutes of [-3, 0, 3]) {
    await setClock(minutes * 60_000)
    const { status, body } = await cafe.write('POST', `/api/business/${cafe.id}/award-points`, {
      buyerId: buyer.code,
      amountSpent: 5_000,
    })
    expect([minutes, status, body]).toMatchObject([minutes, 200, {}])
  }
  expect(await readiness()).toMatchObject({ status: 'ready' })
})

it('a sign-in while the clock was a year ahead or a day behind stays valid after the correction', async () => {
  for (const days of [365, -1]) {
    await setClock(days * DAY_MS)
    const buyer = await product!.buyer()
    await setClock(0)
    expect([days, (await buyer.get('/api/auth/me')).status]).toEqual([days, 200])
  }
})

it('a worker thirty days ahead ends no trial until its clock is right', async () => {
  await product!.worker.stop()
  const running = await product!.business()
  const setTrial = (id: number, days: number) =>
    product!.pool.query(
      `UPDATE business_profiles SET trial_end_date = now() + make_interval(days => $2) WHERE user_id = $1`,
      [id, days],
    )
  await setTrial(running.id, 10)
  const statusOf = async (id: number) =>
    (await product!.pool.query<{ status: string }>('SELECT status FROM business_profiles WHERE user_id = $1', [id]))
      .rows[0]!.status
  await setClock(30 * DAY_MS)
  await product!.restartWorker()
  await waitUntil('it says so', () =>
    Promise.resolve(
      takeErrors().some((error) => /clock is not trusted.*ahead of PostgreSQL's/s.test(error)) || undefined,
    ),
  )
  await setClock(0)
  // Ended by a later round, so the earlier round is complete.
  const over = await product!.business()
  await setTrial(over.id, -1)
  await waitUntil(
    'the trial that is over has ended',
    async () => (await statusOf(over.id)) === 'trial_expired',
    100_000,
  )
  expect(await statusOf(running.id)).toBe('active')
}, 130_000)
