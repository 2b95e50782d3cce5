import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { businessStream } from '#contracts/events/business-events.ts'
import { LIVE_PATH } from '#contracts/calls/live.ts'
import { TILL_UNLOCK } from '#contracts/rights/till-calls.ts'
import { cookieOf, Person } from '../../../../infra/testing/people/person.ts'
import { addStaff, pairTill, PIN, unlock } from '../../../../infra/testing/people/till.ts'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import { PASSWORD, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

type Line = { awardId: string; staffId: string | null; tillId: string | null; undo: { possible: boolean } }
const pathOf = (shop: { id: number }, rest: string) => `/api/business/${shop.id}/${rest}`
const award = (till: Person, code: string, key?: string) =>
  till.write<{ awardId: string }>('POST', pathOf(till, 'award-points'), { buyerId: code, amountSpent: 500 }, key)
const callBack = (till: Person, awardId: string, key?: string) =>
  till.write('POST', pathOf(till, `awards/${awardId}/void`), { reason: 'Wrong amount' }, key)
const typesOf = async (shop: { id: number }) => {
  const { rows } = await product.pool.query<{ type: string; data: object }>(
    'SELECT type, data FROM event_outbox WHERE stream = $1 ORDER BY revision',
    [businessStream(shop.id)],
  )
  return rows.filter(({ type }) => /^(Staff|Till)/.test(type))
}
const newTill = async (shop: Person) => {
  const { body } = await shop.write<{ pairingCode: string; till: { tillId: string } }>('POST', pathOf(shop, 'tills'), {
    name: 'Till 1',
  })
  return body
}
const pair = (code: string, key: string = randomUUID()) =>
  new Person(product.address, { id: 0, email: '' }).write('POST', '/api/till/pair', { code }, key)

describe('pairing', () => {
  it('accepts a code once, in any spelling, and gives each browser but the first nothing', async () => {
    const cafe = await product.business()
    const { pairingCode } = await newTill(cafe)
    const typed = `${pairingCode.slice(0, 4)} ${pairingCode.slice(4).toLowerCase()}`
    const outcomes = await Promise.all([pair(typed), pair(typed), pair(typed)])
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
    expect((await pair(pairingCode)).body.code).toBe('pairing_code_invalid')
  })

  it('stores the code as a hash only, and refuses it after ten minutes', async () => {
    const cafe = await product.business()
    const { pairingCode, till } = await newTill(cafe)
    const { rows } = await product.pool.query<{ row: string }>(
      `SELECT t::text AS row FROM tills t WHERE id = $1 UNION ALL SELECT k::text FROM keyed_writes k WHERE user_id = $2`,
      [till.tillId, cafe.id],
    )
    expect(rows.length).toBe(2)
    expect(rows.filter(({ row }) => row.includes(pairingCode))).toEqual([])
    await product.pool.query(`UPDATE tills SET code_expires_at = now() - interval '1 second' WHERE id = $1`, [
      till.tillId,
    ])
    expect((await pair(pairingCode)).status).toBe(404)
  })

  it('pairs again for a retry with the same key, whose session ends the one of the first try', async () => {
    const cafe = await product.business()
    const { pairingCode } = await newTill(cafe)
    const key = randomUUID()
    const cookies: string[] = []
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const paired = await pair(pairingCode, key)
      expect(paired.status).toBe(200)
      cookies.push(cookieOf(paired.headers))
    }
    const statusOf = async (cookie: string) => (await new Person(product.address, cafe, cookie).get('/api/till')).status
    expect([await statusOf(cookies[0]!), await statusOf(cookies[1]!)]).toEqual([401, 200])
    expect(await waitForTypes(cafe, 1)).toEqual(['TillPaired'])
  })

  it('shows the same code when the call that made the till is repeated', async () => {
    const cafe = await product.business()
    const key = randomUUID()
    const made = async () =>
      (await cafe.write<{ pairingCode: string }>('POST', pathOf(cafe, 'tills'), { name: 'Till 1' }, key)).body
    expect(await made()).toEqual(await made())
  })

  it('keeps the cookie of a till for 90 days', async () => {
    const cafe = await product.business()
    const { pairingCode } = await newTill(cafe)
    const [line = ''] = (await pair(pairingCode)).headers.getSetCookie().filter((one) => one.startsWith('hatik='))
    const expires = Date.parse(/Expires=([^;]+)/i.exec(line)?.[1] ?? '')
    expect(Math.round((expires - Date.now()) / 86_400_000)).toBe(90)
  })
})

const waitForTypes = async (shop: { id: number }, count: number) =>
  waitUntil('the events', async () => {
    const events = await typesOf(shop)
    return events.length >= count && events.map(({ type }) => type)
  })

describe('a till and its people', () => {
  it('acts without a PIN in a shop without people, and its events name the till', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const till = await pairTill(product, cafe)
    expect((await award(till, ani.code)).status).toBe(200)
    const lines = (await till.get<{ awards: Line[] }>(pathOf(till, 'awards'))).body.awards
    expect(lines).toMatchObject([{ staffId: null, tillId: till.tillId }])
  })

  it('refuses acts while locked, and afterwards names the person who has unlocked it', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const staffId = await addStaff(cafe)
    const till = await pairTill(product, cafe)
    for (const code of [ani.code, 'ZZ0000']) expect((await award(till, code)).body.code).toBe('till_locked')
    expect((await till.get(`/api/buyer/verify/${ani.code}`)).body.code).toBe('till_locked')
    expect((await unlock(till, staffId, '0000')).body.code).toBe('wrong_pin')
    expect((await unlock(till, staffId)).status).toBe(200)
    expect((await till.get('/api/till')).body).toMatchObject({
      businessId: cafe.id,
      businessName: `Business ${cafe.id}`,
      needsPin: true,
      unlockedBy: staffId,
    })
    const awarded = await award(till, ani.code)
    expect(awarded.status).toBe(200)
    cafe.sees(awarded.token)
    const { movements } = (await cafe.get<{ movements: object[] }>(pathOf(cafe, 'movements'))).body
    expect(movements).toMatchObject([{ staffId, tillId: till.tillId, branchId: null, actorRole: 'business' }])
    expect((await till.send('POST', '/api/till/lock')).status).toBe(200)
    expect((await award(till, ani.code)).body.code).toBe('till_locked')
  })

  it('answers a repeated award while locked as it did at first', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const staffId = await addStaff(cafe)
    const till = await pairTill(product, cafe, { locksAfterSeconds: 0 })
    await unlock(till, staffId)
    const key = randomUUID()
    const first = await award(till, ani.code, key)
    expect(first.status).toBe(200)
    expect((await award(till, ani.code)).body.code).toBe('till_locked')
    const again = await award(till, ani.code, key)
    expect([again.status, again.body.awardId]).toEqual([200, first.body.awardId])
  })

  it('locks at once for a person who becomes inactive or is removed, whose name goes from every row', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const [first, second] = [await addStaff(cafe), await addStaff(cafe, 'manager', { name: 'Shushan-Unique' })]
    const till = await pairTill(product, cafe)
    await unlock(till, first)
    expect((await cafe.write('PATCH', pathOf(cafe, `staff/${first}`), { active: false })).status).toBe(200)
    expect((await award(till, ani.code)).body.code).toBe('till_locked')
    expect((await unlock(till, first)).body.code).toBe('staff_not_found')
    await unlock(till, second)
    for (let time = 0; time < 2; time += 1)
      expect((await cafe.write('DELETE', pathOf(cafe, `staff/${second}`))).status).toBe(200)
    // The one who is left is inactive, which opens the till to nobody.
    expect((await till.get(`/api/buyer/verify/${ani.code}`)).body.code).toBe('till_locked')
    await cafe.write('DELETE', pathOf(cafe, `staff/${first}`))
    expect((await till.get(`/api/buyer/verify/${ani.code}`)).status).toBe(200)
    expect(await waitForTypes(cafe, 6)).toEqual([
      'StaffAdded',
      'StaffAdded',
      'TillPaired',
      'StaffRightsChanged',
      'StaffRemoved',
      'StaffRemoved',
    ])
    const { rows } = await product.pool.query<{ row: string }>(
      `SELECT t::text AS row FROM business_staff t WHERE business_id = $1
       UNION ALL SELECT data::text FROM event_outbox WHERE stream = $2
       UNION ALL SELECT k::text FROM keyed_writes k WHERE user_id = $1`,
      [cafe.id, businessStream(cafe.id)],
    )
    expect(rows.filter(({ row }) => /Shushan-Unique/.test(row) || row.includes(`"${PIN}"`))).toEqual([])
  })
})

describe('an award made without a network', () => {
  it('keeps the person who had unlocked the till, also after another one has', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const [first, second] = [await addStaff(cafe), await addStaff(cafe)]
    const till = await pairTill(product, cafe)
    const proof = (await unlock(till, first)).body.unlock
    await unlock(till, second)
    const waiting = (headers: Record<string, string>, happenedAt?: string) =>
      till.send(
        'POST',
        pathOf(till, 'award-points'),
        { buyerId: ani.code, amountSpent: 500, ...(happenedAt !== undefined && { happenedAt }) },
        { 'idempotency-key': randomUUID(), ...headers },
      )
    const now = () => new Date().toISOString()
    const yesterday = new Date(Date.now() - 86_400_000).toISOString()
    expect((await waiting({ [TILL_UNLOCK]: proof }, now())).status).toBe(200)
    // Not for an award that is not said to be from then, was made before, or comes with a forged proof.
    await waiting({ [TILL_UNLOCK]: proof })
    await waiting({ [TILL_UNLOCK]: proof }, yesterday)
    await waiting({ [TILL_UNLOCK]: proof.replace(first, second.replace(/^./, 'f')) }, now())
    await till.send('POST', '/api/till/lock')
    const last = await waiting({ [TILL_UNLOCK]: proof }, now())
    expect(last.status).toBe(200)
    expect((await waiting({}, now())).body.code).toBe('till_locked')
    cafe.sees(last.token)
    const { movements } = (await cafe.get<{ movements: Line[] }>(pathOf(cafe, 'movements'))).body
    expect(movements.map(({ staffId }) => staffId)).toEqual([first, second, second, second, first])
  })
})

describe('undoing at a till', () => {
  it('is open to a cashier for the own till and ten minutes, and to a manager for 24 hours', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const [cashier, manager] = [await addStaff(cafe), await addStaff(cafe, 'manager')]
    const [till, other] = [await pairTill(product, cafe), await pairTill(product, cafe)]
    await unlock(till, cashier)
    await unlock(other, cashier)
    const [own, late] = [await award(till, ani.code), await award(till, ani.code)]
    expect((await callBack(other, own.body.awardId)).status).toBe(403)
    const key = randomUUID()
    expect((await callBack(till, own.body.awardId, key)).status).toBe(200)
    const older = (awardId: string) =>
      product.pool.query(
        `UPDATE read.movements SET recorded_at = recorded_at - interval '11 minutes' WHERE award_id = $1`,
        [awardId],
      )
    // Waits until both are projected.
    await till.get(pathOf(till, 'awards'))
    await older(own.body.awardId)
    await older(late.body.awardId)
    // A repetition gets its first answer, whenever it comes.
    expect((await callBack(till, own.body.awardId, key)).status).toBe(200)
    expect((await callBack(till, late.body.awardId)).body.code).toBe('void_too_late')
    const { awards } = (await till.get<{ awards: Line[] }>(pathOf(till, 'awards'))).body
    expect(awards.map(({ awardId, undo }) => [awardId, undo.possible])).toEqual([
      [late.body.awardId, false],
      [own.body.awardId, false],
    ])
    expect((await other.get<{ awards: Line[] }>(pathOf(other, 'awards'))).body.awards).toEqual([])
    await unlock(other, manager)
    expect((await callBack(other, late.body.awardId)).status).toBe(200)
  })

  it('limits corrections and undone uses alike', async () => {
    const [cafe, ani] = [await product.business({ perks: ['1.0'] }), await product.buyer()]
    const [cashier, manager] = [await addStaff(cafe), await addStaff(cafe, 'manager')]
    const [till, other] = [await pairTill(product, cafe), await pairTill(product, cafe)]
    await unlock(till, cashier)
    await unlock(other, cashier)
    const { awardId } = (await award(till, ani.code)).body
    const correct = (at: Person, amountSpent: number) =>
      at.write('POST', pathOf(at, `awards/${awardId}/correct`), { amountSpent, reason: 'Wrong amount' })
    const { redemptionId, redemptionCode } = (
      await ani.write<{ redemptionId: string; redemptionCode: string }>('POST', `/api/buyer/${ani.id}/redeem`, {
        perkId: cafe.perkIds[0],
      })
    ).body
    const use = (at: Person) => at.write('POST', pathOf(at, 'verify-redemption'), { redemptionCode })
    const reopen = (at: Person) =>
      at.write('POST', pathOf(at, `redemptions/${redemptionId}/reopen`), { reason: 'Wrong perk' })

    expect((await correct(other, 600)).status).toBe(403)
    expect((await correct(till, 600)).status).toBe(200)
    expect((await use(till)).status).toBe(200)
    expect((await reopen(other)).status).toBe(403)
    expect((await reopen(till)).status).toBe(200)
    // The latest use counts, not the first.
    expect((await use(other)).status).toBe(200)
    expect((await reopen(till)).status).toBe(403)
    for (const table of ['movements', 'business_history'])
      await product.pool.query(
        `UPDATE read.${table} SET recorded_at = recorded_at - interval '11 minutes' WHERE business_id = $1`,
        [cafe.id],
      )
    expect((await correct(till, 700)).body.code).toBe('correction_too_late')
    expect((await reopen(other)).body.code).toBe('reopen_too_late')
    await unlock(other, manager)
    expect([(await correct(other, 700)).status, (await reopen(other)).status]).toEqual([200, 200])
  })
})

describe('changing a till', () => {
  it('renames it and sets when it locks, and leaves what is not sent; a revoked one is not found', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const staffId = await addStaff(cafe)
    const till = await pairTill(product, cafe)
    const path = pathOf(cafe, `tills/${till.tillId}`)
    const shown = { tillId: till.tillId, name: 'Window', branchId: null }
    expect((await cafe.write('PATCH', path, { name: ' Window ' })).body).toMatchObject({
      ...shown,
      locksAfterSeconds: 120,
    })
    expect((await cafe.write('PATCH', path, { locksAfterSeconds: 0 })).body).toMatchObject({
      ...shown,
      locksAfterSeconds: 0,
    })
    await unlock(till, staffId)
    expect((await award(till, ani.code)).status).toBe(200)
    expect((await award(till, ani.code)).body.code).toBe('till_locked')
    expect((await cafe.write('PATCH', path, { locksAfterSeconds: -1 })).status).toBe(400)
    const books = await product.business()
    expect((await books.write('PATCH', pathOf(books, `tills/${till.tillId}`), { name: 'A' })).status).toBe(404)
    await cafe.write('DELETE', path)
    expect((await cafe.write('PATCH', path, { name: 'B' })).body.code).toBe('till_not_found')
  })
})

describe('revoking a till', () => {
  it('refuses its next call and ends its open live stream, also in another process', async () => {
    const cafe = await product.business()
    const till = await pairTill(product, cafe)
    const second = await product.startSecondApi()
    const live = await fetch(second + LIVE_PATH, { headers: { cookie: till.cookie } })
    expect(live.status).toBe(200)
    let hasEnded = false
    void live
      .text()
      .catch(() => {})
      .finally(() => (hasEnded = true))
    expect((await cafe.write('DELETE', pathOf(cafe, `tills/${till.tillId}`))).status).toBe(200)
    expect((await till.get('/api/till')).status).toBe(401)
    await waitUntil('the stream to end', async () => hasEnded)
    expect((await cafe.get(pathOf(cafe, 'tills'))).body).toEqual({ tills: [] })
    expect(await waitForTypes(cafe, 2)).toEqual(['TillPaired', 'TillRevoked'])
  })

  it('of another business is refused', async () => {
    const [cafe, books] = [await product.business(), await product.business()]
    const till = await pairTill(product, cafe)
    expect((await books.write('DELETE', pathOf(books, `tills/${till.tillId}`))).status).toBe(404)
    expect((await till.get('/api/till')).status).toBe(200)
  })
})

it('a till stands in no list of sessions, and ends with its business', async () => {
  const cafe = await product.business()
  const till = await pairTill(product, cafe)
  expect((await cafe.get('/api/auth/sessions')).body).toHaveLength(1)
  expect((await cafe.send('DELETE', '/api/auth/sessions')).status).toBe(200)
  expect((await till.get('/api/till')).status).toBe(200)
  expect((await cafe.write('DELETE', `/api/auth/account/${cafe.id}`)).status).toBe(200)
  expect((await till.get('/api/till')).status).toBe(401)
  const { rows } = await product.pool.query('SELECT FROM tills WHERE business_id = $1', [cafe.id])
  expect(rows).toEqual([])
})

it('a new password of the owner ends every till (R98)', async () => {
  const cafe = await product.business()
  const till = await pairTill(product, cafe)
  const changed = await cafe.write('PATCH', '/api/auth/profile', {
    userId: cafe.id,
    firstName: 'A',
    lastName: 'B',
    email: cafe.email,
    currentPassword: PASSWORD,
    newPassword: 'Another-horse-battery-7',
  })
  expect(changed.status).toBe(200)
  await waitUntil('the till to end', async () => (await till.get('/api/till')).status === 401, 2_000)
})
