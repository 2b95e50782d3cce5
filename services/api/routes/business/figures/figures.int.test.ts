import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Book, DailyFigures, MovementLine } from '#contracts/calls/figures.ts'
import { yerevanDay } from '#contracts/units/time.ts'
import type { Answer } from '../../../../../infra/testing/people/person.ts'
import { rowsIn } from '../../../../../infra/testing/read-workbook.ts'
import { sharedProduct } from '../../../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../../../infra/testing/servers/test-product.ts'

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

type Shop = Awaited<ReturnType<Product['business']>>
type BuyerLine = { id: number; points: string; buyer: { buyerId: string } }

const award = async (shop: Shop, buyerId: string, amountSpent: number) =>
  (await shop.write<{ awardId: string }>('POST', `/api/business/${shop.id}/award-points`, { buyerId, amountSpent }))
    .body.awardId
const today = () => yerevanDay(new Date())

describe('the buyers’ table (R82, R140)', () => {
  it('keeps its specified shape and comes in three orders, in pages, each buyer once', async () => {
    const cafe = await product.business()
    const buyers = await Promise.all(Array.from({ length: 7 }, () => product.buyer()))
    // Two with equal points: no page may lose or repeat one.
    for (const [index, buyer] of buyers.entries())
      await award(cafe, buyer.code, [500, 1_000, 1_000, 2_000, 2_500, 3_000, 500][index] ?? 500)
    const pages = async (query: string) => {
      const lines: BuyerLine[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Answer<BuyerLine[]> = await cafe.get<BuyerLine[]>(
          `/api/business/${cafe.id}/buyers?limit=2&${query}${cursor === '' ? '' : `&cursor=${cursor}`}`,
        )
        expect(page.status).toBe(200)
        lines.push(...page.body)
        cursor = page.headers.get('next-cursor')
      }
      return lines
    }
    const all = buyers.map(({ id, code }) => ({ id, code }))
    expect((await pages('sort=id')).map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => a - b))
    expect((await pages('sort=code&order=desc')).map((line) => line.buyer.buyerId)).toEqual(
      all
        .map(({ code }) => code)
        .sort()
        .reverse(),
    )
    expect((await pages('sort=points&order=desc')).map(({ points }) => points)).toEqual([
      '6.0',
      '5.0',
      '4.0',
      '2.0',
      '2.0',
      '1.0',
      '1.0',
    ])
    expect(new Set((await pages('sort=points')).map(({ id }) => id)).size).toBe(7)
    const plain = await cafe.get<BuyerLine[]>(`/api/business/${cafe.id}/buyers`)
    expect(plain.body[0]).toEqual({
      id: expect.any(Number),
      points: expect.stringMatching(/^\d+\.\d$/),
      buyer: { buyerId: expect.any(String) },
    })
    expect(plain.headers.get('next-cursor')).toBeNull()
    const after = await cafe.get<BuyerLine[]>(`/api/business/${cafe.id}/buyers?limit=3&after=${plain.body[1]?.id}`)
    expect(after.body).toEqual(plain.body.slice(2, 5))
    // In other orders an id marks no place; a wrong page would go unnoticed.
    const elsewhere = await cafe.get(`/api/business/${cafe.id}/buyers?sort=points&after=${plain.body[1]?.id}`)
    expect([elsewhere.status, elsewhere.body.issues?.[0]?.path]).toEqual([400, 'after'])
  })

  it('is searched by the beginning of a code, however typed, and reveals no other business’s buyers', async () => {
    const cafe = await product.business()
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    await award(cafe, ani.code, 500)
    const found = async (search: string) =>
      (await cafe.get<BuyerLine[]>(`/api/business/${cafe.id}/buyers?search=${encodeURIComponent(search)}`)).body
    expect((await found(ani.code)).map(({ id }) => id)).toEqual([ani.id])
    expect((await found(` ${ani.code.slice(0, 4).toLowerCase()} `)).map(({ id }) => id)).toEqual([ani.id])
    expect(await found(davit.code)).toEqual([])
    expect(await found('%')).toEqual([])
    expect((await cafe.get(`/api/business/${cafe.id}/buyers?cursor=nonsense`)).status).toBe(400)
    expect((await cafe.get(`/api/business/${cafe.id}/buyers?sort=points&cursor=ABC.5`)).status).toBe(400)
  })
})

describe('the figures of days', () => {
  it('issued is awards minus voids (H8), the book balances, and every number lists its events', async () => {
    const cafe = await product.business({ perks: ['2.0'] })
    const ani = await product.buyer()
    await award(cafe, ani.code, 5_000)
    const wrong = await award(cafe, ani.code, 1_000)
    await cafe.write('POST', `/api/business/${cafe.id}/awards/${wrong}/void`, { reason: 'Wrong amount' })
    const redeemed = await ani.write<{ redemptionId: string }>('POST', `/api/buyer/${ani.id}/redeem`, {
      perkId: cafe.perkIds[0],
    })
    await ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] })
    const cancelled = await ani.write('DELETE', `/api/buyer/${ani.id}/redemption/${redeemed.body.redemptionId}`)
    cafe.sees(cancelled.token)

    const daily = await cafe.get<DailyFigures>(`/api/business/${cafe.id}/figures/daily`)
    expect(daily.body.days).toHaveLength(30)
    expect(daily.body.days.at(-1)).toEqual({
      day: today(),
      issuedPoints: 10,
      redeemedPoints: 4,
      awards: 2,
      redemptions: 2,
    })
    expect(daily.body.days[0]).toMatchObject({ issuedPoints: 0, awards: 0 })

    const book = await cafe.get<Book>(`/api/business/${cafe.id}/figures/book?from=${today()}&to=${today()}`)
    const day = {
      opening: '0.0',
      awarded: '12.0',
      voided: '2.0',
      redeemed: '4.0',
      returned: '2.0',
      forfeited: '0.0',
      closing: '8.0',
    }
    expect(book.body).toEqual({ from: today(), to: today(), days: [{ day: today(), ...day }], total: day })
    const balance = await ani.get<{ points: string }[]>(`/api/buyer/${ani.id}/points`)
    expect(book.body.total.closing).toBe(balance.body[0]?.points)

    const open = async (query: string) =>
      (
        await cafe.get<{ movements: MovementLine[]; next: string | null }>(
          `/api/business/${cafe.id}/movements?${query}`,
        )
      ).body
    expect(
      (await open(`day=${today()}`)).movements.map(({ type, points, balance: after }) => [type, points, after]),
    ).toEqual([
      ['PointsRefunded', '2.0', '8.0'],
      ['PerkRedeemed', '-2.0', '6.0'],
      ['PerkRedeemed', '-2.0', '8.0'],
      ['AwardVoided', '-2.0', '10.0'],
      ['PointsAwarded', '2.0', '12.0'],
      ['PointsAwarded', '10.0', '10.0'],
    ])
    expect((await open(`day=${today()}&type=PointsAwarded&type=AwardVoided`)).movements).toHaveLength(3)
    expect((await open(`type=AwardVoided`)).movements).toMatchObject([
      { reason: 'Wrong amount', awardId: wrong, of: { amountAmd: 1_000 }, buyer: { id: ani.id, buyerId: ani.code } },
    ])
    expect((await open(`buyer=${ani.id}&type=PointsAwarded&limit=1`)).movements).toMatchObject([{ amountSpent: 1_000 }])
    const first = await open('limit=4')
    expect((await open(`limit=4&before=${first.next}`)).movements.map(({ type }) => type)).toEqual([
      'PointsAwarded',
      'PointsAwarded',
    ])
    expect((await open('day=2020-01-01')).movements).toEqual([])

    // Moves half of it back by a month in the read models.
    const month = today().slice(0, 7)
    const before = yerevanDay(new Date(Date.parse(`${month}-01T00:00:00+04:00`) - 1))
    const oldest = (await open('limit=6')).movements.at(-1)?.position
    await product.pool.query(`UPDATE read.movements SET recorded_at = $3 WHERE business_id = $1 AND position = $2`, [
      cafe.id,
      oldest,
      `${before}T23:59:59+04:00`,
    ])
    await product.pool.query(
      `INSERT INTO read.daily_book SELECT business_id, $3, awarded_tenths, 0, 0, 0, 0, 1, 0, $2, $2 FROM read.daily_book WHERE business_id = $1`,
      [cafe.id, oldest, before],
    )
    expect((await open(`month=${month}`)).movements.map(({ type }) => type)).toEqual([
      'PointsRefunded',
      'PerkRedeemed',
      'PerkRedeemed',
      'AwardVoided',
      'PointsAwarded',
    ])
    expect(
      (await open(`month=${month}&type=PointsAwarded&type=AwardVoided`)).movements.map(({ points }) => points),
    ).toEqual(['-2.0', '2.0'])
    expect((await open(`month=${before.slice(0, 7)}`)).movements.map(({ position }) => position)).toEqual([oldest])
    expect((await open('month=2020-01')).movements).toEqual([])
  })

  it('comes as CSV in both languages, with the same numbers', async () => {
    const cafe = await product.business()
    const ani = await product.buyer()
    await award(cafe, ani.code, 5_000)
    await cafe.get(`/api/business/${cafe.id}/stats`)
    const csv = async (language: string) => {
      const answer = await fetch(`${product.address}/api/business/${cafe.id}/figures/book.csv?language=${language}`, {
        headers: { cookie: cafe.cookie },
      })
      return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
    }
    const english = await csv('en')
    expect(english.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(english.headers.get('content-disposition')).toMatch(
      /^attachment; filename="hatik-points-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const lines = english.bytes.toString().split('\r\n')
    expect(lines[0]).toBe('\uFEFFDay,Opening,Awarded,Undone,Redeemed,Refunded,Forfeited,Closing')
    expect(lines[30]).toBe(`${today()},0.0,10.0,0.0,0.0,0.0,0.0,10.0`)
    expect((await csv('am')).bytes.toString()).toContain('Շնորհված')
  })

  it('comes as a workbook: business, days, time zone, and the screen’s numbers as numbers', async () => {
    const cafe = await product.business()
    const ani = await product.buyer()
    await award(cafe, ani.code, 6_250)
    await cafe.get(`/api/business/${cafe.id}/stats`)
    const query = `from=${today().slice(0, 4)}-01-01&to=${today()}`
    const answer = await fetch(`${product.address}/api/business/${cafe.id}/figures/book.xlsx?${query}&language=en`, {
      headers: { cookie: cafe.cookie },
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="hatik-points-${today().slice(0, 4)}-01-01-${today()}.xlsx"`,
    )
    const rows = await rowsIn(Buffer.from(await answer.arrayBuffer()))
    const { businessName } = (await cafe.get<{ businessName: string }>(`/api/business-profile/${cafe.id}`)).body
    expect(rows[0]).toEqual([`Points owed to buyers · ${businessName}`])
    expect(rows[2]).toEqual(['Days are in Armenian time. Each entry counts on the day it was recorded in the ledger.'])
    const { days, total } = (await cafe.get<Book>(`/api/business/${cafe.id}/figures/book?${query}`)).body
    const numbers = ({ opening, awarded, voided, redeemed, returned, forfeited, closing }: Book['total']) =>
      [opening, awarded, voided, redeemed, returned, forfeited, closing].map(Number)
    const table = rows.slice(rows.findIndex(([first]) => first === 'Day') + 1)
    expect(table.slice(0, -1)).toEqual(days.map((day) => [day.day, ...numbers(day)]))
    expect(table.at(-1)).toEqual(['Total', ...numbers(total)])
    expect(total).toMatchObject({ awarded: '12.5', closing: '12.5' })
  })

  it('lists every buyer’s balance at the end of a day, by code, without zeros, beside the book’s closing (R140)', async () => {
    const cafe = await product.business({ perks: ['2.0'] })
    const [ani, davit, gone] = [await product.buyer(), await product.buyer(), await product.buyer()]
    await award(cafe, ani.code, 6_250)
    await award(cafe, davit.code, 1_000)
    await award(cafe, gone.code, 1_000)
    await gone.write('POST', `/api/buyer/${gone.id}/redeem`, { perkId: cafe.perkIds[0] })
    const file = async (query: string) => {
      const answer = await fetch(
        `${product.address}/api/business/${cafe.id}/figures/balances.xlsx?language=en${query}`,
        { headers: { cookie: cafe.cookie } },
      )
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ])
      return {
        rows: await rowsIn(Buffer.from(await answer.arrayBuffer())),
        name: answer.headers.get('content-disposition'),
      }
    }
    cafe.sees((await gone.get(`/api/buyer/${gone.id}/points`)).token)
    await expect
      .poll(async () => (await cafe.get<Book>(`/api/business/${cafe.id}/figures/book`)).body.total.redeemed)
      .toBe('2.0')
    const { rows, name } = await file(`&day=${today()}`)
    expect(name).toBe(`attachment; filename="hatik-balances-${today()}.xlsx"`)
    expect(rows[2]).toEqual(['Closing balance for the same day in the book: 14.5'])
    expect(rows.slice(rows.findIndex(([first]) => first === 'Buyer ID') + 1)).toEqual([
      [ani.code, ani.id, 12.5],
      [davit.code, davit.id, 2],
      ['Total', null, 14.5],
    ])
    expect((await file('')).rows.slice(5)).toEqual(rows.slice(5))
    const dayBefore = yerevanDay(new Date(Date.parse(`${today()}T00:00:00+04:00`) - 1))
    expect((await file(`&day=${dayBefore}`)).rows.at(-1)).toEqual(['Total', null, 0])
  })

  it('refuses invalid or reversed days, and more than a year', async () => {
    const cafe = await product.business()
    for (const query of [
      'from=2026-02-30',
      'from=2026-03-02&to=2026-03-01',
      'from=2024-01-01&to=2026-01-01',
      'from=yesterday',
    ]) {
      expect([query, (await cafe.get(`/api/business/${cafe.id}/figures/book?${query}`)).status]).toEqual([query, 400])
    }
    for (const query of [
      'day=2026-13-01',
      'month=2026-13',
      'month=2026-1',
      'type=Anything',
      'buyer=AB1234',
      'before=-1',
      'limit=0',
    ]) {
      expect([query, (await cafe.get(`/api/business/${cafe.id}/movements?${query}`)).status]).toEqual([query, 400])
    }
  })
})
