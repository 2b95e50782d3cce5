import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { insertUser } from '../../infra/testing/people/people-rows.ts'
import { foldLog, readTables } from '../testing/fold.ts'
import { histories, History } from '../testing/history.ts'
import { shown } from '../testing/shown.ts'
import { visitsPage, type VisitsLine, type VisitsOrder } from './visits-page.ts'

const { pool } = await testDatabase()

const CAFE = 11
const LATEST: VisitsOrder = { sort: 'last', order: 'desc' }
const at = (moment: string) => new Date(moment)

async function lines(businessId: number, wanted: VisitsOrder = LATEST, codePrefix = ''): Promise<VisitsLine[]> {
  const page = await visitsPage(pool, businessId, { ...wanted, limit: 200, codePrefix })
  return page!.lines
}
const line = async (buyerId: number) => (await lines(CAFE)).find((each) => each.buyerId === buyerId)

describe('the purchases of a buyer at a business', () => {
  it('a void takes the purchase away, and a correction changes what was spent, in any batches (decision 44)', async () => {
    const history = new History()
    const ani = { businessId: CAFE, buyerId: 101 }
    const first = history.award(ani, 5_000, { at: at('2026-03-01T08:00:00Z') })
    const second = history.award(ani, 7_000, { at: at('2026-03-02T08:00:00Z') })
    history.award(ani, 900, { at: at('2026-03-03T08:00:00Z') })
    history.correct(ani, second, 70_000)
    history.correct(ani, second, 700)
    history.void(ani, first)
    const last = history.award(ani, 1_500, { at: at('2026-03-09T08:00:00Z') })
    history.void(ani, last)
    for (const batch of [1, 2, 3, 20]) {
      await shown(pool, history.events, batch)
      expect(await line(101)).toMatchObject({
        visits: 2,
        spentAmd: 1_600,
        firstAt: at('2026-03-02T08:00:00Z'),
        lastAt: at('2026-03-03T08:00:00Z'),
      })
    }
  })

  it('counts a purchase made without a network when it happened, and none after the only one is voided', async () => {
    const history = new History()
    const [ani, davit] = [
      { businessId: CAFE, buyerId: 101 },
      { businessId: CAFE, buyerId: 102 },
    ]
    history.award(ani, 500, { at: at('2026-03-05T08:00:00Z') })
    history.award(ani, 500, { at: at('2026-03-06T08:00:00Z'), happenedAt: at('2026-03-04T08:00:00Z') })
    history.void(davit, history.award(davit, 500))
    await shown(pool, history.events, 2)
    expect(await line(101)).toMatchObject({
      visits: 2,
      firstAt: at('2026-03-04T08:00:00Z'),
      lastAt: at('2026-03-05T08:00:00Z'),
    })
    expect(await line(102)).toMatchObject({ visits: 0, spentAmd: 0, firstAt: null, lastAt: null })
  })

  it('for any history and any batches: equals the fold', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.integer({ min: 1, max: 60 }), async (history, batchEvents) => {
        await shown(pool, history.events, batchEvents)
        expect((await readTables(pool)).buyer_visits).toEqual(foldLog(history.events).buyer_visits)
      }),
      { numRuns: 40 },
    )
  })
})

describe('a page of buyers by their purchases', () => {
  it('holds every open account once, in each order, without closed ones', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        await shown(pool, history.events)
        const open = foldLog(history.events).buyer_visits.filter((row) => row['business_id'] === CAFE && !row['closed'])
        for (const sort of ['last', 'first', 'visits', 'spent'] as const)
          for (const order of ['asc', 'desc'] as const) {
            const found: VisitsLine[] = []
            for (let cursor: string | undefined; ;) {
              const page = await visitsPage(pool, CAFE, {
                sort,
                order,
                limit: 2,
                codePrefix: '',
                ...(cursor !== undefined && { cursor }),
              })
              found.push(...page!.lines)
              cursor = page!.next
              if (cursor === undefined) break
            }
            const keys = found.map((each) => {
              const value = { last: each.lastAt, first: each.firstAt, visits: each.visits, spent: each.spentAmd }[sort]
              return value === null ? -1 : Number(value)
            })
            expect(keys).toEqual(keys.toSorted((a, b) => (order === 'asc' ? a - b : b - a)))
            expect(found.map(({ buyerId }) => String(buyerId)).toSorted()).toEqual(
              open.map((row) => String(row['buyer_id'])).toSorted(),
            )
          }
      }),
      { numRuns: 15 },
    )
  })

  it('finds a buyer by the beginning of the code, with the balance, and refuses a cursor of another kind', async () => {
    const ani = await insertUser(pool, { role: 'buyer', passwordHash: '!', code: 'AR3100' })
    const davit = await insertUser(pool, { role: 'buyer', passwordHash: '!', code: 'AS3100' })
    const history = new History()
    history.award({ businessId: CAFE, buyerId: ani.id }, 12_000)
    history.award({ businessId: CAFE, buyerId: davit.id }, 500)
    await shown(pool, history.events)
    expect(await lines(CAFE, LATEST, 'AR')).toMatchObject([{ code: 'AR3100', balanceTenths: 240, spentAmd: 12_000 }])
    expect((await lines(CAFE, LATEST, 'A')).map(({ code }) => code)).toEqual(['AS3100', 'AR3100'])
    expect(await lines(CAFE, LATEST, 'AR31000')).toEqual([])
    for (const cursor of ['AB1234.5', '', '5', '-2.5', '1.0'])
      expect(await visitsPage(pool, CAFE, { ...LATEST, limit: 2, codePrefix: '', cursor })).toBeUndefined()
  })
})
