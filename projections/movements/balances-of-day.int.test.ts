import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DAY_MS, yerevanDay } from '#contracts/units/time.ts'
import { countingRows } from '../../infra/testing/rows-read.ts'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { bookOfBusiness } from '../daily-book/queries.ts'
import { foldLog } from '../testing/fold.ts'
import { histories, History } from '../testing/history.ts'
import { shown, writtenInOrder } from '../testing/shown.ts'
import { balancesOfDay } from './balances-of-day.ts'

const { pool } = await testDatabase()

type Line = { business_id: number; buyer_id: number; delta_tenths: number; recorded_at: Date }

/** Compares with the fold of all movements and with the daily book. */
async function expectDay(lines: readonly Line[], businessId: number, day: string): Promise<void> {
  const balances = new Map<number, number>()
  for (const line of lines) {
    if (line.business_id === businessId && yerevanDay(new Date(line.recorded_at)) <= day)
      balances.set(line.buyer_id, (balances.get(line.buyer_id) ?? 0) + line.delta_tenths)
  }
  const expected = [...balances].filter(([, tenths]) => tenths !== 0).sort(([a], [b]) => a - b)
  const found = await balancesOfDay(pool, businessId, day)
  expect([day, found.map(({ buyerId, balanceTenths }) => [buyerId, balanceTenths])]).toEqual([day, expected])
  const [book] = await bookOfBusiness(pool, businessId, { from: day, to: day })
  expect([day, found.reduce((sum, { balanceTenths }) => sum + balanceTenths, 0)]).toEqual([day, book?.closingTenths])
}

it('for any history and day, balances equal the fold of their movements and add up to the closing of the book', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const events = writtenInOrder(history)
      await shown(pool, events)
      const lines = foldLog(events).movements as Line[]
      const moments = lines.map(({ recorded_at }) => new Date(recorded_at).getTime())
      const days = new Set(
        moments.flatMap((moment) => [-1, 0, 1].map((plus) => yerevanDay(new Date(moment + plus * DAY_MS)))),
      )
      for (const businessId of new Set(lines.map(({ business_id }) => business_id)))
        for (const day of days) await expectDay(lines, businessId, day)
    }),
    { numRuns: 6 },
  )
})

it('the last second of a month counts in it even if written after it; a closed account has its balance until closing', async () => {
  const history = new History()
  const [ani, davit] = [
    { businessId: 11, buyerId: 101 },
    { businessId: 11, buyerId: 102 },
  ]
  history.award(ani, 5_000, { at: new Date('2026-03-31T19:59:59.999Z') })
  history.award(davit, 2_000, { at: new Date('2026-03-31T20:00:00.000Z') })
  // Written late.
  history.award(ani, 500, { at: new Date('2026-03-31T19:59:59.000Z') })
  history.append(
    ani,
    { type: 'AccountClosed', data: { forfeitedTenths: 110 } },
    { at: new Date('2026-04-10T10:00:00.000Z') },
  )
  const events = writtenInOrder(history)
  await shown(pool, events)
  expect(await balancesOfDay(pool, 11, '2026-03-31')).toEqual([{ buyerId: 101, balanceTenths: 110 }])
  expect(await balancesOfDay(pool, 11, '2026-04-01')).toEqual([
    { buyerId: 101, balanceTenths: 110 },
    { buyerId: 102, balanceTenths: 40 },
  ])
  expect(await balancesOfDay(pool, 11, '2026-04-10')).toEqual([{ buyerId: 102, balanceTenths: 40 }])
  expect(await balancesOfDay(pool, 12, '2026-04-10')).toEqual([])
  for (const day of ['2026-03-30', '2026-03-31', '2026-04-01', '2026-04-09', '2026-04-10'])
    await expectDay(foldLog(events).movements as Line[], 11, day)
})

it('reads the movements of later days, not of years before', async () => {
  const history = new History()
  for (let n = 0; n < 400; n += 1)
    history.award({ businessId: 11, buyerId: 101 }, 500, {
      at: new Date(Date.parse('2026-01-01T00:00:00Z') + (n * DAY_MS) / 10),
    })
  await shown(pool, history.events)
  await pool.query('ANALYZE read.movements').catch(() => undefined)
  const { db, read } = countingRows(pool)
  await balancesOfDay(db, 11, '2026-02-07')
  expect(read()).toBeLessThan(150)
})
