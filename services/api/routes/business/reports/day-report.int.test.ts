import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DayReport } from '#contracts/calls/day-report.ts'
import { yerevanDay, yerevanHour } from '#contracts/units/time.ts'
import { textIn } from '../../../../../infra/testing/read-pdf.ts'
import { rowsIn } from '../../../../../infra/testing/read-workbook.ts'
import { addBranch, addStaff, pairTill, unlock } from '../../../../../infra/testing/people/till.ts'
import type { Person } from '../../../../../infra/testing/people/person.ts'
import { sharedProduct } from '../../../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../../../infra/testing/servers/test-product.ts'

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

const NOTHING = { purchases: 0, turnoverAmd: 0, givenPoints: 0, perks: 0, usedPoints: 0 }
const today = () => yerevanDay(new Date())

async function award(shop: Person, buyerId: string, amountSpent: number) {
  const { status, body, token } = await shop.write<{ awardId: string }>(
    'POST',
    `/api/business/${shop.id}/award-points`,
    {
      buyerId,
      amountSpent,
    },
  )
  expect(status).toBe(200)
  return { awardId: body.awardId, token }
}
const report = async (shop: Person, query = '') =>
  (await shop.get<DayReport>(`/api/business/${shop.id}/reports/day${query}`)).body

/** A café with a till where Ani sold for 5,000, corrected to 4,000, and the owner for 1,000; a coffee was handed over. */
async function soldToday({ hasBranch = false } = {}) {
  const cafe = await product.business({ perks: ['2.0'] })
  const [mane, davit] = [await product.buyer(), await product.buyer()]
  const branch = hasBranch ? await addBranch(cafe, 'Komitas') : null
  const till = await pairTill(product, cafe, { name: 'Window', branchId: branch })
  const ani = await addStaff(cafe, 'cashier', { name: 'Ani' })
  await unlock(till, ani)
  const sold = await award(till, mane.code, 5_000)
  mane.sees(sold.token)
  const { body: code } = await mane.write<{ redemptionCode: string }>('POST', `/api/buyer/${mane.id}/redeem`, {
    perkId: cafe.perkIds[0],
  })
  const used = await till.write('POST', `/api/business/${cafe.id}/verify-redemption`, {
    redemptionCode: code.redemptionCode,
  })
  expect(used.status).toBe(200)
  await cafe.write('POST', `/api/business/${cafe.id}/awards/${sold.awardId}/correct`, {
    amountSpent: 4_000,
    reason: 'Wrong amount',
  })
  await award(cafe, davit.code, 1_000)
  return { cafe, till, ani, branch, perkId: cafe.perkIds[0]! }
}

describe('the report of a day', () => {
  it('has the day’s totals, hours, people, tills and perks, by name', async () => {
    const { cafe, till, ani, perkId } = await soldToday()
    const found = await report(cafe)
    expect(found).toMatchObject({
      day: today(),
      comparedDay: yerevanDay(new Date(Date.now() - 7 * 24 * 60 * 60 * 1000)),
      totals: {
        purchases: 2,
        turnoverAmd: 5_000,
        averageAmd: 2_500,
        buyers: 2,
        newBuyers: 2,
        returningBuyers: 0,
        givenPoints: 10,
        perks: 1,
        usedPoints: 2,
      },
      compared: { ...NOTHING, buyers: 0, newBuyers: 0, returningBuyers: 0, averageAmd: null },
      otherDays: NOTHING,
    })
    const { perkName } = (await cafe.get<{ id: number; name: string }[]>(`/api/business/${cafe.id}/perks`)).body.map(
      ({ name }) => ({ perkName: name }),
    )[0]!
    const atTill = { purchases: 1, turnoverAmd: 4_000, givenPoints: 8, perks: 1, usedPoints: 2 }
    const elsewhere = {
      id: null,
      name: null,
      purchases: 1,
      turnoverAmd: 1_000,
      givenPoints: 2,
      perks: 0,
      usedPoints: 0,
    }
    expect(found.people).toEqual([{ id: ani, name: 'Ani', ...atTill }, elsewhere])
    expect(found.tills).toEqual([{ id: till.tillId, name: 'Window', ...atTill }, elsewhere])
    expect(found.branches).toMatchObject([{ id: null, purchases: 2 }])
    expect(found.handedOver).toEqual([{ perkId, name: perkName, perks: 1, usedPoints: 2 }])
    expect(found.hours.reduce((sum, { turnoverAmd }) => sum + turnoverAmd, 0)).toBe(5_000)
    expect(found.hours[yerevanHour(new Date())]!.comparedAmd).toBe(0)
  })

  it('is empty on a day without purchases, and refuses a day that is none', async () => {
    const cafe = await product.business()
    const empty = await report(cafe, '?day=2026-01-05')
    expect([empty.comparedDay, empty.totals.purchases, empty.totals.averageAmd]).toEqual(['2025-12-29', 0, null])
    expect([empty.people, empty.tills, empty.branches, empty.handedOver]).toEqual([[], [], [], []])
    expect((await cafe.get(`/api/business/${cafe.id}/reports/day?day=2026-02-30`)).status).toBe(400)
  })

  it('names the branches, on screen and in the workbook, also after one is removed', async () => {
    const { cafe, branch } = await soldToday({ hasBranch: true })
    const shown = [
      { id: branch, name: 'Komitas', purchases: 1, turnoverAmd: 4_000 },
      { id: null, name: null, turnoverAmd: 1_000 },
    ]
    expect((await report(cafe)).branches).toMatchObject(shown)
    await cafe.write('DELETE', `/api/business/${cafe.id}/branches/${branch}`)
    expect((await report(cafe)).branches).toMatchObject(shown)
    const { bytes } = await file(cafe, `day.xlsx?day=${today()}&language=en`)
    const rows = await rowsIn(bytes)
    for (const row of [['By branch'], ['Komitas', 1, 4_000, 8, 1, 2]]) expect(rows).toContainEqual(row)
  })

  it('keeps the numbers of a removed person and a revoked till, without the person’s name', async () => {
    const { cafe, till, ani } = await soldToday()
    await cafe.write('DELETE', `/api/business/${cafe.id}/staff/${ani}`)
    await cafe.write('DELETE', `/api/business/${cafe.id}/tills/${till.tillId}`)
    const found = await report(cafe)
    expect(found.people[0]).toMatchObject({ id: ani, name: null, turnoverAmd: 4_000 })
    expect(found.tills[0]).toMatchObject({ id: till.tillId, name: 'Window' })
    const pdf = await file(cafe, 'day.pdf?language=en')
    expect(textIn(pdf.bytes)).toContain('Removed person')
  })

  it('is refused to a till, whoever has unlocked it', async () => {
    const cafe = await product.business()
    const till = await pairTill(product, cafe)
    await unlock(till, await addStaff(cafe, 'manager'))
    expect((await till.get(`/api/business/${cafe.id}/reports/day`)).status).toBe(403)
  })
})

async function file(shop: Person, path: string) {
  const answer = await fetch(`${product.address}/api/business/${shop.id}/reports/${path}`, {
    headers: { cookie: shop.cookie },
  })
  expect(answer.status).toBe(200)
  return {
    bytes: Buffer.from(await answer.arrayBuffer()),
    type: answer.headers.get('content-type'),
    name: answer.headers.get('content-disposition'),
  }
}

describe('the report as a file', () => {
  it('comes as a workbook with the screen’s numbers as numbers', async () => {
    const { cafe } = await soldToday()
    await report(cafe)
    const { bytes, name } = await file(cafe, `day.xlsx?day=${today()}&language=en`)
    expect(name).toBe(`attachment; filename="hatik-day-${today()}.xlsx"`)
    const rows = await rowsIn(bytes)
    for (const row of [
      ['Turnover, AMD', 5_000, 0],
      ['Average purchase, AMD', 2_500],
      ['Points given', 10, 0],
      ['Ani', 1, 4_000, 8, 1, 2],
      ['Window', 1, 4_000, 8, 1, 2],
      ['No person', 1, 1_000, 2, 0, 0],
    ])
      expect(rows).toContainEqual(row)
    expect(rows).not.toContainEqual(['By branch'])
  })

  it('comes as a PDF in both languages', async () => {
    const { cafe } = await soldToday()
    await report(cafe)
    const english = await file(cafe, 'day.pdf?language=en')
    expect([english.type, english.name]).toEqual(['application/pdf', `attachment; filename="hatik-day-${today()}.pdf"`])
    for (const words of ['Day report', 'Turnover, AMD', '5,000', 'By person', 'Ani', 'Window', 'Perks handed over'])
      expect(textIn(english.bytes)).toContain(words)
    // Each script of a line is a piece of its own.
    const armenian = textIn((await file(cafe, 'day.pdf')).bytes).replaceAll('\n', '')
    for (const words of ['Օրվա հաշվետվություն', 'Շրջանառություն', 'Ըստ աշխատակիցների'])
      expect(armenian).toContain(words)
    const empty = textIn((await file(cafe, 'day.pdf?day=2026-01-05&language=en')).bytes)
    expect(empty).toContain('There were no purchases or perks on this day.')
  })
})

describe('the report by mail', () => {
  it('is off until the owner chooses an hour of the evening, and can be ended again', async () => {
    const cafe = await product.business()
    const path = `/api/business/${cafe.id}/reports/mail`
    const hour = async () => (await cafe.get<{ hour: number | null }>(path)).body.hour
    expect(await hour()).toBeNull()
    expect((await cafe.write('PUT', path, { hour: 21 })).body).toEqual({ hour: 21 })
    expect(await hour()).toBe(21)
    for (const wrong of [17, 24, 20.5, '21', undefined])
      expect((await cafe.write('PUT', path, { hour: wrong })).status).toBe(400)
    await cafe.write('PUT', path, { hour: null })
    expect(await hour()).toBeNull()
  })
})
