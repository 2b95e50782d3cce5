import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_ATTENTION, type Attention } from '#contracts/calls/attention.ts'
import { yerevanDay } from '#contracts/units/time.ts'
import type { Person } from '../../../../../infra/testing/people/person.ts'
import { addStaff, pairTill, unlock } from '../../../../../infra/testing/people/till.ts'
import { sharedProduct } from '../../../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../../../infra/testing/servers/test-product.ts'

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

const settingsOf = (shop: Person) => `/api/business/${shop.id}/attention/settings`
const save = (shop: Person, changes: object) =>
  shop.write('PUT', settingsOf(shop), { ...DEFAULT_ATTENTION, ...changes })
const attention = async (shop: Person, query = '') =>
  (await shop.get<Attention>(`/api/business/${shop.id}/attention${query}`)).body

async function award(shop: Person, buyerId: string, amountSpent: number) {
  const { status, body } = await shop.write<{ awardId: string }>('POST', `/api/business/${shop.id}/award-points`, {
    buyerId,
    amountSpent,
  })
  expect(status).toBe(200)
  return body.awardId
}

/** At a till of the café, Ani awards three times to one buyer and takes two of the awards back. */
async function busyTill() {
  const cafe = await product.business()
  const mane = await product.buyer()
  const till = await pairTill(product, cafe, { name: 'Window' })
  const ani = await addStaff(cafe, 'cashier', { name: 'Ani' })
  await unlock(till, ani)
  const awards = [
    await award(till, mane.code, 500),
    await award(till, mane.code, 700),
    await award(till, mane.code, 800),
  ]
  for (const awardId of awards.slice(1)) {
    const { status, token } = await till.write('POST', `/api/business/${cafe.id}/awards/${awardId}/void`, {
      reason: 'Wrong buyer',
    })
    expect(status).toBe(200)
    cafe.sees(token)
  }
  return { cafe, mane, till, ani }
}

describe('unusual acts of a day', () => {
  it('are listed with person, till and buyer’s code by the shop’s thresholds, also by those set afterwards', async () => {
    const { cafe, mane, till, ani } = await busyTill()
    expect(await attention(cafe)).toEqual({
      day: yerevanDay(new Date()),
      usualAmd: null,
      remarks: [],
      hasMore: false,
    })
    expect((await save(cafe, { manyAwards: 3, undos: 2 })).status).toBe(200)
    const place = { person: { id: ani, name: 'Ani' }, till: { id: till.tillId, name: 'Window' } }
    const { remarks } = await attention(cafe)
    expect(remarks).toEqual([
      { kind: 'undos', at: expect.any(String), ...place, voids: 2, corrections: 0, undoneUses: 0, othersMean: null },
      {
        kind: 'many_awards',
        at: expect.any(String),
        ...place,
        buyer: { id: mane.id, buyerId: mane.code },
        from: expect.any(String),
        awards: 3,
        amountAmd: 2_000,
      },
    ])
    await cafe.write('DELETE', `/api/business/${cafe.id}/staff/${ani}`)
    expect((await attention(cafe)).remarks.map(({ person }) => person)).toEqual([
      { id: ani, name: null },
      { id: ani, name: null },
    ])
    expect((await attention(cafe, '?day=2026-01-05')).remarks).toEqual([])
  })

  it('include acts outside the opening hours, once the shop has said them', async () => {
    const { cafe } = await busyTill()
    const clock = (minutesFromNow: number) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Yerevan', hour: '2-digit', minute: '2-digit' }).format(
        Date.now() + minutesFromNow * 60_000,
      )
    await save(cafe, { hours: { opens: clock(60), closes: clock(120) } })
    expect((await attention(cafe)).remarks).toMatchObject([
      { kind: 'outside_hours', person: { name: 'Ani' }, till: { name: 'Window' }, acts: 5 },
    ])
    await save(cafe, { hours: { opens: clock(-120), closes: clock(120) } })
    expect((await attention(cafe)).remarks).toEqual([])
  })

  it('are no business of a till, whoever has unlocked it, nor of another shop', async () => {
    const cafe = await product.business()
    const till = await pairTill(product, cafe)
    await unlock(till, await addStaff(cafe, 'manager'))
    for (const path of [`/api/business/${cafe.id}/attention`, settingsOf(cafe)])
      expect((await till.get(path)).status).toBe(403)
    expect((await till.write('PUT', settingsOf(cafe), DEFAULT_ATTENTION)).status).toBe(403)
    const other = await product.business()
    expect((await other.get(`/api/business/${cafe.id}/attention`)).status).toBe(403)
    expect((await other.write('PUT', settingsOf(cafe), { ...DEFAULT_ATTENTION, mail: true })).status).toBe(403)
    expect((await cafe.get(settingsOf(cafe))).body).toEqual(DEFAULT_ATTENTION)
  })
})

it('thresholds are saved as a whole, and nonsense is refused', async () => {
  const cafe = await product.business()
  const own = { ...DEFAULT_ATTENTION, undos: 3, hours: { opens: '18:00', closes: '02:30' }, mail: true }
  expect((await save(cafe, own)).body).toEqual(own)
  expect((await cafe.get(settingsOf(cafe))).body).toEqual(own)
  for (const wrong of [
    { largeTimes: 1 },
    { largeTimes: 101 },
    { manyAwards: 1 },
    { manyMinutes: 721 },
    { manyMinutes: 30.5 },
    { undos: 0 },
    { undos: '3' },
    { mail: undefined },
    { hours: { opens: '9:00', closes: '18:00' } },
    { hours: { opens: '09:00', closes: '24:00' } },
    { hours: { opens: '09:00', closes: '09:00' } },
    { hours: { opens: '09:00' } },
  ])
    expect([wrong, (await save(cafe, wrong)).status]).toEqual([wrong, 400])
  expect((await cafe.get(settingsOf(cafe))).body).toEqual(own)
  expect((await cafe.get(`/api/business/${cafe.id}/attention?day=2026-02-30`)).status).toBe(400)
})
