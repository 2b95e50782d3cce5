import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countAtLeast } from '#businesses/counter/quota.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import { createRedis } from '#platform/redis/redis.ts'
import { Person } from '../../../infra/testing/people/person.ts'
import { PASSWORD, startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

/** As after a week or a loss of Redis. */
async function forgetClaims(): Promise<void> {
  const redis = createRedis(product.services.redisUrl)
  const claims = await redis.keys('hatik:key:*')
  if (claims.length > 0) await redis.del(...claims)
  redis.disconnect()
}

const movements = async (buyer: Person) =>
  (await product.pool.query('SELECT type FROM read.movements WHERE buyer_id = $1', [buyer.id])).rows

/** Hangs up at the response's head, after the commit. */
function sendAndLoseTheAnswer(person: Person, path: string, key: string, body: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${product.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: person.cookie, 'idempotency-key': key },
    })
    sent.on('response', (response) => {
      response.destroy()
      resolve()
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}

describe('every write is keyed', () => {
  it('a retry after a lost response writes no second event and gets the same response (R186)', async () => {
    const cafe = await product.business({ perks: ['1.0'] })
    const ani = await product.buyer()
    const path = `/api/business/${cafe.id}/award-points`
    const body = { buyerId: ani.code, amountSpent: 1249 }
    const key = randomUUID()
    await sendAndLoseTheAnswer(cafe, path, key, body)
    await cafe.write('POST', path, { buyerId: ani.code, amountSpent: 500 })
    const retried = await cafe.write('POST', path, body, key)
    expect(retried.body).toMatchObject({ points: 2.4, balance: '2.4' })
    expect(retried.headers.get('idempotency-replayed')).toBe('true')
    const third = await cafe.write('POST', path, body, key)
    expect(third.body).toEqual(retried.body)
    ani.sees(third.token)
    expect((await ani.get<{ points: string }[]>(`/api/buyer/${ani.id}/points`)).body).toMatchObject([{ points: '3.4' }])
    expect(await movements(ani)).toHaveLength(2)

    const redeemKey = randomUUID()
    await sendAndLoseTheAnswer(ani, `/api/buyer/${ani.id}/redeem`, redeemKey, { perkId: cafe.perkIds[0] })
    const first = await ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] }, redeemKey)
    const second = await ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] }, redeemKey)
    expect(second.body).toEqual(first.body)
    expect((await ani.get<unknown[]>(`/api/buyer/${ani.id}/redemptions`)).body).toHaveLength(1)
  })

  it('a forgotten key reused at another business makes a second redemption with its own id (H13)', async () => {
    const [cafe, books] = [await product.business({ perks: ['1.0'] }), await product.business({ perks: ['1.0'] })]
    const ani = await product.buyer()
    for (const shop of [cafe, books])
      ani.sees(
        (await shop.write('POST', `/api/business/${shop.id}/award-points`, { buyerId: ani.code, amountSpent: 500 }))
          .token,
      )
    const key = randomUUID()
    const redeem = (perkId: number | undefined) => ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId }, key)
    const first = await redeem(cafe.perkIds[0])
    expect((await redeem(books.perkIds[0])).status).toBe(422)
    await forgetClaims()
    const second = await redeem(books.perkIds[0])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body['redemptionId']).not.toBe(first.body['redemptionId'])
    expect((await redeem(books.perkIds[0])).body).toEqual(second.body)
    expect((await ani.get<unknown[]>(`/api/buyer/${ani.id}/redemptions`)).body).toHaveLength(2)
    expect(await movements(ani)).toHaveLength(4)
  })

  it('a key that cancelled one redemption cancels no other, also at another business', async () => {
    const shops = [await product.business({ perks: ['1.0'] }), await product.business({ perks: ['1.0'] })]
    const ani = await product.buyer()
    const redemptions: unknown[] = []
    for (const shop of shops) {
      await shop.write('POST', `/api/business/${shop.id}/award-points`, { buyerId: ani.code, amountSpent: 500 })
      const redeemed = await ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: shop.perkIds[0] })
      ani.sees(redeemed.token)
      redemptions.push(redeemed.body['redemptionId'])
    }
    const key = randomUUID()
    const cancel = (redemption: unknown) =>
      ani.write('DELETE', `/api/buyer/${ani.id}/redemption/${String(redemption)}`, undefined, key)
    expect((await cancel(redemptions[0])).status).toBe(200)
    expect(await cancel(redemptions[1])).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect((await cancel(redemptions[0])).status).toBe(200)
  })

  it('64 concurrent calls with one key at two processes: one event, one response', async () => {
    const cafe = await product.business()
    const ani = await product.buyer()
    const second = cafe.at(await product.startSecondApi())
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        (index % 2 ? cafe : second).write(
          'POST',
          `/api/business/${cafe.id}/award-points`,
          { buyerId: ani.code, amountSpent: 777 },
          key,
        ),
      ),
    )
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body])))).toHaveLength(1)
    await waitUntil('the award is projected', async () => (await movements(ani)).length > 0)
    expect(await movements(ani)).toHaveLength(1)
  })

  it('the same key with other input is 422 and writes nothing', async () => {
    const cafe = await product.business()
    const books = await product.business()
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const key = randomUUID()
    const award = (who: Person, body: unknown) => who.write('POST', `/api/business/${who.id}/award-points`, body, key)
    const first = await award(cafe, { buyerId: ani.code, amountSpent: 500 })
    expect(first.status).toBe(200)
    for (const body of [
      { buyerId: ani.code, amountSpent: 501 },
      { buyerId: davit.code, amountSpent: 500 },
    ]) {
      const reused = await award(cafe, body)
      expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused'])
    }
    expect((await award(books, { buyerId: ani.code, amountSpent: 900 })).status).toBe(200)

    await forgetClaims()
    const afterLoss = await award(cafe, { buyerId: ani.code, amountSpent: 501 })
    expect([afterLoss.status, afterLoss.body.code]).toEqual([422, 'idempotency_key_reused'])
    expect((await award(cafe, { buyerId: ani.code, amountSpent: 500 })).body).toEqual(first.body)
  })

  it('a key forgotten by Redis is not counted twice in the quota, nor awarded twice for its receipt (H11)', async () => {
    const cafe = await product.business({ plan: 'starter' })
    const [ani, davit, nare] = [await product.buyer(), await product.buyer(), await product.buyer()]
    const path = `/api/business/${cafe.id}/award-points`
    const [plain, withReceipt] = [randomUUID(), randomUUID()]
    const first = await cafe.write('POST', path, { buyerId: ani.code, amountSpent: 500 }, plain)
    expect(first.status).toBe(200)
    expect(
      (await cafe.write('POST', path, { buyerId: ani.code, amountSpent: 500, receipt: 'R-1' }, withReceipt)).status,
    ).toBe(200)
    await forgetClaims()
    for (const [key, receipt] of [
      [plain, {}],
      [plain, { receipt: 'R-2' }],
      [withReceipt, { receipt: 'R-1' }],
      [withReceipt, {}],
    ] as const) {
      const reused = await cafe.write('POST', path, { buyerId: davit.code, amountSpent: 500, ...receipt }, key)
      expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused'])
    }
    const { rows } = await product.pool.query('SELECT used FROM quota WHERE business_id = $1', [cafe.id])
    expect(rows).toEqual([{ used: 2 }])
    // The refused receipt remains free.
    expect((await cafe.write('POST', path, { buyerId: ani.code, amountSpent: 500 }, plain)).body).toEqual(first.body)
    const next = await cafe.write('POST', path, { buyerId: nare.code, amountSpent: 500, receipt: 'R-2' })
    expect(next.status).toBe(200)
    nare.sees(next.token)
    await nare.get(`/api/buyer/${nare.id}/points`)
    expect(await movements(davit)).toEqual([])
  })

  it('refuses a missing or malformed key', async () => {
    const cafe = await product.business()
    const ani = await product.buyer()
    const body = { buyerId: ani.code, amountSpent: 500 }
    const without = await cafe.send('POST', `/api/business/${cafe.id}/award-points`, body)
    expect([without.status, without.body.message]).toEqual([400, 'Idempotency-Key header is required'])
    const senseless = await cafe.write('POST', `/api/business/${cafe.id}/award-points`, body, 'a b')
    expect([senseless.status, senseless.body.code]).toEqual([400, 'invalid_input'])
  })
})

describe('a repeated write gets its first response even if it could not begin now', () => {
  const setStatus = (shop: Person, status: string) =>
    product.pool.query('UPDATE business_profiles SET status = $2 WHERE user_id = $1', [shop.id, status])

  it.each([
    ['trial_expired', 'trial_expired'],
    ['suspended', 'account_suspended'],
  ])('at the till of a business that is now %s (H28, C1)', async (status, code) => {
    const cafe = await product.business({ plan: 'starter', perks: ['1.0'] })
    const ani = await product.buyer()
    const post = (path: string, body: object, key: string) =>
      cafe.write<{ awardId: string }>('POST', `/api/business/${cafe.id}/${path}`, body, key)
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
    const award = (key: string, amountSpent = 500) => post('award-points', { buyerId: ani.code, amountSpent }, key)
    const { awardId } = (await award(randomUUID())).body
    const awarded = await award(first)
    const { redemptionCode } = (
      await ani.write<{ redemptionCode: string }>('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] })
    ).body
    const verify = (key: string) => post('verify-redemption', { redemptionCode }, key)
    const callBack = (key: string) => post(`awards/${awardId}/void`, { reason: 'wrong amount' }, key)
    const answers = [awarded, await callBack(second), await verify(third)]
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])

    const beside = await Person.signIn(product.address, cafe, PASSWORD)
    await setStatus(cafe, status)
    await waitUntil(
      'the status takes effect',
      async () => (await beside.get(`/api/business/${cafe.id}/stats`)).status === 403,
    )
    for (const [index, again] of [await award(first), await callBack(second), await verify(third)].entries()) {
      expect([again.status, again.body]).toEqual([200, answers[index]?.body])
    }
    expect((await award(first, 501)).status).toBe(422)
    expect(await award(randomUUID())).toMatchObject({ status: 403, body: { code } })
    // A suspended business's session has ended.
    for (const refused of [await callBack(randomUUID()), await verify(randomUUID())])
      expect(refused).toMatchObject({ status: 403, body: { code } })
  })

  it('to a buyer whose perk was deleted or whose business is now inactive (H9, H28)', async () => {
    const cafe = await product.business({ perks: ['1.0', '2.0'] })
    const ani = await product.buyer()
    await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 5_000 })
    const [gone, kept] = cafe.perkIds
    const [ofGone, ofKept] = [randomUUID(), randomUUID()]
    const redeem = (perkId: number | undefined, key: string) =>
      ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId }, key)
    const firsts = [await redeem(gone, ofGone), await redeem(kept, ofKept)]
    expect(firsts.map(({ status }) => status)).toEqual([200, 200])

    expect((await cafe.write('DELETE', `/api/business/${cafe.id}/perks/${gone}`)).status).toBe(200)
    expect(await redeem(gone, ofGone)).toMatchObject({ status: 200, body: firsts[0]?.body })
    expect((await redeem(gone, ofKept)).status).toBe(422)
    expect(await redeem(gone, randomUUID())).toMatchObject({ status: 404, body: { code: 'perk_not_found' } })

    await setStatus(cafe, 'suspended')
    await waitUntil(
      'the status takes effect',
      async () => (await redeem(kept, randomUUID())).body.code === 'business_not_active',
    )
    expect(await redeem(kept, ofKept)).toMatchObject({ status: 200, body: firsts[1]?.body })
    await forgetClaims()
    expect((await redeem(gone, ofKept)).status).toBe(422)
  })
})

it('at the monthly limit all identical concurrent calls hear of the limit, none of an unknown outcome (H10)', async () => {
  const cafe = await product.business({ plan: 'starter' })
  const ani = await product.buyer()
  await countAtLeast(product.pool, cafe.id, yerevanMonth(new Date()), 1_000)
  for (const [calls, body] of [
    [2, {}],
    [12, {}],
    [2, { receipt: 'R-2' }],
    [12, { receipt: 'R-12' }],
  ] as const) {
    const key = randomUUID()
    const wanted = { buyerId: ani.code, amountSpent: 5_000, ...body }
    const award = () => cafe.write<{ code: string }>('POST', `/api/business/${cafe.id}/award-points`, wanted, key)
    const told = await Promise.all(Array.from({ length: calls }, award))
    expect(told.map(({ status, body: { code } }) => [status, code])).toEqual(
      Array.from({ length: calls }, () => [403, 'transaction_limit_exceeded']),
    )
  }
})

it('refuses a perk renamed since the buyer saw it; an earlier redemption is replayed', async () => {
  const cafe = await product.business({ perks: ['1.0'] })
  const ani = await product.buyer()
  await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 5_000 })
  const [perkId] = cafe.perkIds
  const rename = (name: string) =>
    cafe.write('PUT', `/api/business/${cafe.id}/perks/${perkId}`, { name, description: 'Black', pointsRequired: 1 })
  const redeem = async (perkName: string, key: string) => {
    const { status, body } = await ani.write<{ code?: string; perk?: { name: string } }>(
      'POST',
      `/api/buyer/${ani.id}/redeem`,
      { perkId, pointsRequired: 1, perkName },
      key,
    )
    return [status, body.code ?? body.perk?.name]
  }
  const [early, late] = [randomUUID(), randomUUID()]
  expect((await rename('Pizza')).status).toBe(200)
  expect(await redeem('Pizza', early)).toEqual([200, 'Pizza'])
  expect((await rename('Only the sauce')).status).toBe(200)
  expect(await redeem('Pizza', late)).toEqual([409, 'perk_changed'])
  expect(await redeem('Pizza', early)).toEqual([200, 'Pizza'])
  expect(await redeem('Only the sauce', late)).toEqual([200, 'Only the sauce'])
})

it('refuses a perk that costs more than shown, retries included; an earlier redemption is replayed (R139, H9)', async () => {
  const cafe = await product.business({ perks: ['1.0'] })
  const ani = await product.buyer()
  await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 5_000 })
  const [perkId] = cafe.perkIds
  const cost = (pointsRequired: number) =>
    cafe.write('PUT', `/api/business/${cafe.id}/perks/${perkId}`, {
      name: 'Coffee',
      description: 'Black',
      pointsRequired,
    })
  const redeem = async (pointsRequired: number | undefined, key: string) => {
    const { status, body } = await ani.write(
      'POST',
      `/api/buyer/${ani.id}/redeem`,
      { perkId, ...(pointsRequired !== undefined && { pointsRequired }) },
      key,
    )
    return [status, body.code ?? body['points']]
  }
  const [early, late] = [randomUUID(), randomUUID()]
  expect(await redeem(1, early)).toEqual([200, '1.0'])
  expect((await cost(1.5)).status).toBe(200)
  expect(await redeem(1, late)).toEqual([409, 'perk_costs_more'])
  expect(await redeem(1, late)).toEqual([409, 'perk_costs_more'])
  expect(await redeem(1, early)).toEqual([200, '1.0'])
  expect(await redeem(1.5, randomUUID())).toEqual([200, '1.5'])
  expect((await cost(0.5)).status).toBe(200)
  expect(await redeem(1.5, randomUUID())).toEqual([200, '0.5'])
  expect(await redeem(undefined, randomUUID())).toEqual([200, '0.5'])
  expect(await redeem(0.7, randomUUID())).toEqual([400, 'invalid_input'])
  expect((await ani.get<unknown[]>(`/api/buyer/${ani.id}/redemptions`)).body).toHaveLength(4)
})

describe('read your own write', () => {
  it('a read that carries the token of a write shows it, every time', async () => {
    const cafe = await product.business()
    const ani = await product.buyer()
    for (let round = 1; round <= 30; round += 1) {
      const award = await cafe.write('POST', `/api/business/${cafe.id}/award-points`, {
        buyerId: ani.code,
        amountSpent: 500,
      })
      ani.sees(award.token)
      const points = await ani.get<{ points: string }[]>(`/api/buyer/${ani.id}/points`)
      expect(points.body[0]?.points).toBe(`${round}.0`)
      expect(points.headers.get('consistency-stale')).toBeNull()
    }
  })

  it('a late position gets an answer marked stale; a malformed one 400', async () => {
    const ani = await product.buyer()
    const late = await ani.get(`/api/buyer/${ani.id}/points`, { 'consistency-token': '9000000000000000000' })
    expect([late.status, late.headers.get('consistency-stale')]).toEqual([200, 'true'])
    expect((await ani.get(`/api/buyer/${ani.id}/points`, { 'consistency-token': '-1' })).status).toBe(400)
  })

  it('does not wait for positions beyond the log, nor for visitors', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    await product.worker.stop()
    const award = { buyerId: ani.code, amountSpent: 500 }
    const { token } = await cafe.write('POST', `/api/business/${cafe.id}/award-points`, award)
    const beyond = '9223372036854775807'
    const visitor = new Person(product.address, { id: 0, email: '' })
    const path = `/api/buyer/${ani.id}/points`
    const order: string[] = []
    const read = async (who: string, person: Person, position: string) => {
      const { status, headers } = await person.get(path, { 'consistency-token': position })
      order.push(who)
      return [status, headers.get('consistency-stale')]
    }
    const answers = await Promise.all([
      read('waits', ani, token ?? ''),
      read('beyond', ani, beyond),
      read('visitor', visitor, token ?? ''),
      read('visitor beyond', visitor, beyond),
    ])
    expect(answers).toEqual([
      [200, 'true'],
      [200, 'true'],
      [401, null],
      [401, null],
    ])
    expect(order.at(-1)).toBe('waits')
    await product.restartWorker()
  })
})
