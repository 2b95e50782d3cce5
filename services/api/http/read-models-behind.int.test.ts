/**
 * While the read models are behind or the event store is unavailable, existing redemptions and awards are not reported
 * as missing. The answer is `busy`, and the same key succeeds later, once.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Settings } from '#contracts/calls/staff/admin-settings.ts'
import type { Overview, Projections } from '#contracts/calls/staff/admin.ts'
import type { BalanceSheet } from '#contracts/calls/staff/audit.ts'
import { cachesPass } from '../../../infra/testing/servers/caches.ts'
import type { Person } from '../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../infra/testing/people/staff.ts'
import { startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'

let product: Product
let cafe: Person & { perkIds: number[] }
let ani: Person & { code: string }

beforeAll(async () => {
  product = await startProduct({ redis: 'own', env: { RATE_LIMITS: 'on' } })
  cafe = await product.business({ perks: ['1.0'] })
  ani = await product.buyer()
})
afterAll(() => product.close())

const BUSY = { status: 503, body: { code: 'busy' } }
/** More than the limit of wrong codes a minute (H15). */
const TRIES = 12

const award = (shop: Person = cafe) =>
  shop.write<{ awardId: string }>('POST', `/api/business/${shop.id}/award-points`, {
    buyerId: ani.code,
    amountSpent: 5_000,
  })
const redeem = () =>
  ani.write<{ redemptionId: string; redemptionCode: string }>('POST', `/api/buyer/${ani.id}/redeem`, {
    perkId: cafe.perkIds[0],
  })
const verify = (redemptionCode: string, key?: string) =>
  cafe.write('POST', `/api/business/${cafe.id}/verify-redemption`, { redemptionCode }, key)
const cancel = (redemptionId: string, key?: string) =>
  ani.write('DELETE', `/api/buyer/${ani.id}/redemption/${redemptionId}`, undefined, key)
const callBack = (awardId: string, key?: string) =>
  cafe.write('POST', `/api/business/${cafe.id}/awards/${awardId}/void`, { reason: 'wrong amount' }, key)
const balance = async () => (await ani.get<{ points: string }[]>(`/api/buyer/${ani.id}/points`)).body[0]?.points

describe('while the projections are stopped', () => {
  it('new redemptions are not reported as missing, and lookups do not count as guesses', async () => {
    await award()
    await product.worker.stop()
    const given = (await award()).body
    const [used, dropped] = [(await redeem()).body, (await redeem()).body]
    const keys = [randomUUID(), randomUUID(), randomUUID()] as const
    const tries = await Promise.all(Array.from({ length: TRIES }, () => verify(used.redemptionCode, keys[0])))
    for (const answer of [
      ...tries,
      await cancel(dropped.redemptionId, keys[1]),
      await callBack(given.awardId, keys[2]),
    ])
      expect(answer).toMatchObject(BUSY)

    await product.restartWorker()
    await waitUntil('the read models', async () => (await cancel(dropped.redemptionId, keys[1])).status === 200)
    expect((await verify(used.redemptionCode, keys[0])).status).toBe(200)
    const back = await callBack(given.awardId, keys[2])
    expect(back.status).toBe(200)
    ani.sees(back.token)
    expect(await balance()).toBe('9.0')
    expect((await verify('AAAA2222')).status).toBe(404)
  })

  it('an incomplete balance sheet says so; earlier ones are complete (H33)', async () => {
    const auditor = await signInStaff(product, 'auditor')
    await award()
    const sheet = async (query = '') => (await auditor.get<BalanceSheet>(`/api/audit/balance-sheet${query}`)).body
    const before = await waitUntil('the read models', async () =>
      (await sheet()).lacks === null ? sheet() : undefined,
    )
    await product.worker.stop()
    await award()
    const [behind, position, moment] = [
      await sheet(),
      await sheet(`?position=${before.asOf.position}`),
      await sheet('?at=2020-01-01T00:00:00Z'),
    ]
    expect([behind.lacks, behind.issued, position.lacks, moment.lacks]).toEqual(['late', before.issued, null, null])
    await product.restartWorker()
    const whole = await waitUntil('the read models', async () => ((await sheet()).lacks === null ? sheet() : undefined))
    expect(Number(whole.issued)).toBe(Number(before.issued) + 10)
  })

  it("a limited plan starts only after the month's awards are counted (H11)", async () => {
    const admin = await signInStaff(product, 'admin')
    const bakery = await product.business({ plan: 'prime' })
    await award(bakery)
    const { invoice } = (
      await bakery.write<{ invoice: { id: number } }>('POST', `/api/business/${bakery.id}/subscription`, {
        plan: 'starter',
        cycle: 'monthly',
      })
    ).body
    await product.worker.stop()
    await award(bakery)
    const confirm = () => admin.write('POST', `/api/admin/invoices/${invoice.id}/confirm`, { reference: 'T-1' })
    expect(await confirm()).toMatchObject(BUSY)
    await product.restartWorker()
    await waitUntil('the confirmation', async () => (await confirm()).status === 200)
    expect((await product.pool.query('SELECT used FROM quota WHERE business_id = $1', [bakery.id])).rows).toEqual([
      { used: 2 },
    ])
  })
})

it("a new limit counts the month's awards made without one (H11, H37)", async () => {
  const admin = await signInStaff(product, 'admin')
  const bakery = await product.business({ plan: 'prime' })
  await Promise.all(Array.from({ length: 5 }, () => award(bakery)))
  const { body: before } = await admin.get<Settings>('/api/admin/settings')
  const put = (transactions: number | null) =>
    admin.send('PUT', '/api/admin/settings', {
      ...before,
      plans: { ...before.plans, prime: { ...before.plans.prime, transactions } },
      reason: 'a limit for all',
    })
  await waitUntil('the limit', async () => (await put(6)).status === 200)
  await cachesPass()
  expect([(await award(bakery)).status, (await award(bakery)).status]).toEqual([200, 403])
  expect((await put(null)).status).toBe(200)
})

describe.skipIf(process.env['EVENTSTORE_URL'])('while the event store is unavailable', () => {
  it.skipIf(process.env['EVENTSTORE_URL'])('calls that need it get 503 and succeed later', async () => {
    const { awardId } = (await award()).body
    const auditor = await signInStaff(product, 'auditor')
    const admin = await signInStaff(product, 'admin')
    const [line] = await waitUntil('the movement', async () => {
      const { body } = await auditor.get<{ movements: { position: string }[] }>(
        `/api/audit/movements?business=${cafe.id}`,
      )
      return body.movements.length > 0 ? body.movements : undefined
    })
    const wrongCode = () => verify('AAAA2222')
    const asks = [
      () => cancel(randomUUID()),
      () => callBack(randomUUID()),
      () => auditor.get(`/api/audit/events/${line!.position}`),
      () => auditor.get(`/api/audit/events/${line!.position}/chain`),
      () => admin.get(`/api/admin/accounts/${cafe.id}/${ani.id}/replay`),
    ]
    const statuses = () => Promise.all(asks.map(async (ask) => (await ask()).status))
    await product.services.killEventStore()
    try {
      expect([...(await statuses()), (await wrongCode()).status]).toEqual([...asks, wrongCode].map(() => 503))
    } finally {
      await product.services.restartEventStore()
    }
    await waitUntil('every answer', async () => (await statuses()).join(' ') === '404 404 200 200 200')
    expect((await wrongCode()).status).toBe(404)
    expect((await callBack(awardId)).status).toBe(200)
  })
  it.skipIf(process.env['EVENTSTORE_URL'])("the read models' lag is unknown, not zero (H30)", async () => {
    const admin = await signInStaff(product, 'admin')
    const lag = async () => {
      const [models, overview] = await Promise.all([
        admin.get<Projections>('/api/admin/projections'),
        admin.get<Overview>('/api/admin/overview'),
      ])
      expect([models.status, overview.status]).toEqual([200, 200])
      return [models.body, overview.body.projections].map(({ caughtUp, lagEvents }) => ({ caughtUp, lagEvents }))
    }
    const known = { caughtUp: true, lagEvents: 0 }
    await waitUntil('caught up', async () => JSON.stringify(await lag()) === JSON.stringify([known, known]))
    await product.services.killEventStore()
    try {
      const unknown = { caughtUp: false, lagEvents: null }
      expect(await lag()).toEqual([unknown, unknown])
    } finally {
      await product.services.restartEventStore()
    }
    await waitUntil('known again', async () => JSON.stringify(await lag()) === JSON.stringify([known, known]))
  })
})
