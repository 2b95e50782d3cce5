import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventMetadata } from '#contracts/events/ledger-events.ts'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { bookOfBusiness } from '../daily-book/queries.ts'
import { histories, History, uuidOf } from '../testing/history.ts'
import { shown, writtenInOrder } from '../testing/shown.ts'
import { mailedDay } from './mailed-day.ts'
import { buyersOfDay, reportLines, type ReportLine } from './queries.ts'

const { pool } = await testDatabase()

const cafe = { businessId: 11, buyerId: 101 }
const ani = { staffId: uuidOf('Ani'), tillId: uuidOf('left'), branchId: uuidOf('centre') }
const vahe = { staffId: uuidOf('Vahe'), tillId: uuidOf('right') }
/** In Yerevan. */
const at = (day: string, time: string) => ({ at: new Date(`${day}T${time}:00.000+04:00`) })
const MONDAY = '2026-03-02'
const TUESDAY = '2026-03-03'

const sum = (lines: readonly ReportLine[], of: 'purchases' | 'turnoverAmd' | 'givenTenths' | 'perks' | 'usedTenths') =>
  lines.reduce((total, line) => total + line[of], 0)
const lines = (day: string) => reportLines(pool, 11, day)
const own = async (day: string) => (await lines(day)).filter(({ isOwn }) => isOwn)

describe('the day report', () => {
  it('for any history: points given on a day are those awarded minus voided in the daily book', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.integer({ min: 1, max: 60 }), async (history, batchEvents) => {
        await shown(pool, history.events, batchEvents)
        for (const businessId of [11, 12, 13])
          for (const day of await bookOfBusiness(pool, businessId, { from: '2026-01-28', to: '2026-02-04' }))
            expect([day.day, sum(await reportLines(pool, businessId, day.day), 'givenTenths')]).toEqual([
              day.day,
              day.awardedTenths - day.voidedTenths,
            ])
      }),
      { numRuns: 20 },
    )
  })

  it('for any history: a day’s own purchases, turnover and perks never become negative', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        // With a clock set back, a void could share the award's day, and a correction between them not.
        const events = writtenInOrder(history).map((event) => ({
          ...event,
          metadata: { ...(event.metadata as EventMetadata), recordedAt: event.storedAt.toISOString() },
        }))
        await shown(pool, events, 25)
        const { rows } = await pool.query(
          'SELECT FROM read.day_report WHERE made_on = day AND (purchases < 0 OR turnover_amd < 0 OR perks < 0 OR used_tenths < 0)',
        )
        expect(rows).toHaveLength(0)
      }),
      { numRuns: 15 },
    )
  })

  it('an award counts in its hour, for its person, till and branch', async () => {
    const history = new History()
    history.award(cafe, 5_000, { ...at(MONDAY, '00:00'), place: ani })
    history.award({ ...cafe, buyerId: 102 }, 1_000, { ...at(MONDAY, '23:59'), place: vahe })
    history.award(cafe, 500, at(MONDAY, '23:10'))
    await shown(pool, history.events, 2)
    const found = await lines(MONDAY)
    expect(
      found.map(({ hour, staffId, tillId, branchId, turnoverAmd }) => [hour, staffId, tillId, branchId, turnoverAmd]),
    ).toEqual(
      expect.arrayContaining([
        [0, ani.staffId, ani.tillId, ani.branchId, 5_000],
        [23, vahe.staffId, vahe.tillId, null, 1_000],
        [23, null, null, null, 500],
      ]),
    )
    expect(found).toHaveLength(3)
    expect(found.every(({ perkId, isOwn, purchases }) => perkId === null && isOwn && purchases === 1)).toBe(true)
  })

  it('a correction of the same day changes the award’s hour and person, whoever corrects it', async () => {
    const history = new History()
    const award = history.award(cafe, 123_450, { ...at(MONDAY, '10:15'), place: ani })
    history.correct(cafe, award, 12_345, { ...at(MONDAY, '20:30'), place: vahe })
    await shown(pool, history.events, 2)
    expect(await lines(MONDAY)).toMatchObject([
      {
        hour: 10,
        staffId: ani.staffId,
        isOwn: true,
        purchases: 1,
        turnoverAmd: 12_345,
        givenTenths: expect.any(Number),
      },
    ])
  })

  it('a void or correction of a later day counts on that day and leaves the day of the award as it was', async () => {
    const history = new History()
    const first = history.award(cafe, 5_000, { ...at(MONDAY, '10:15'), place: ani })
    const second = history.award(cafe, 2_000, { ...at(MONDAY, '11:00'), place: ani })
    await shown(pool, history.events)
    const before = await lines(MONDAY)
    history.correct(cafe, first, 3_000, at(TUESDAY, '09:00'))
    history.void(cafe, second, at(TUESDAY, '09:01'))
    history.award(cafe, 700, { ...at(TUESDAY, '11:00'), place: ani })
    await shown(pool, history.events, 1)
    expect(await lines(MONDAY)).toEqual(before)
    const after = (await lines(TUESDAY)).filter(({ isOwn }) => !isOwn)
    expect([sum(after, 'purchases'), sum(after, 'turnoverAmd'), sum(after, 'givenTenths')]).toEqual([-1, -4_000, -80])
    expect(await own(TUESDAY)).toMatchObject([{ hour: 11, purchases: 1, turnoverAmd: 700 }])
    // A purchase that was undone on another day takes no buyer from this one.
    expect(await buyersOfDay(pool, 11, TUESDAY)).toEqual({ buyers: 1, newBuyers: 0 })
  })

  it('after two corrections a void takes back the amount that the award had last', async () => {
    const history = new History()
    const award = history.award(cafe, 5_000, at(MONDAY, '10:00'))
    history.correct(cafe, award, 9_000, at(MONDAY, '10:01'))
    history.correct(cafe, award, 7_000, at(MONDAY, '10:02'))
    history.void(cafe, award, at(MONDAY, '10:03'))
    for (const batchEvents of [1, 2, 10]) {
      await shown(pool, history.events, batchEvents)
      expect(await own(MONDAY)).toMatchObject([{ purchases: 0, turnoverAmd: 0, givenTenths: 0 }])
    }
    expect(await buyersOfDay(pool, 11, MONDAY)).toEqual({ buyers: 0, newBuyers: 0 })
  })

  it('a perk counts where it is handed over, and undoing that takes it back there', async () => {
    const history = new History()
    history.award(cafe, 5_000, at(MONDAY, '09:00'))
    const [coffee, cake] = [history.redeem(cafe, 20), history.redeem(cafe, 30)]
    history.use(cafe, coffee, { ...at(MONDAY, '12:00'), place: ani })
    history.use(cafe, cake, { ...at(MONDAY, '13:00'), place: ani })
    history.reopen(cafe, coffee, { ...at(MONDAY, '12:05'), place: vahe })
    history.use(cafe, coffee, { ...at(MONDAY, '14:00'), place: vahe })
    history.reopen(cafe, cake, at(TUESDAY, '09:00'))
    await shown(pool, history.events, 3)
    const handedOver = (await own(MONDAY)).filter(({ perkId }) => perkId !== null)
    expect(
      handedOver.map(({ hour, staffId, perkId, perks, usedTenths }) => [hour, staffId, perkId, perks, usedTenths]),
    ).toEqual([
      [12, ani.staffId, 7, 0, 0],
      [13, ani.staffId, 7, 1, 30],
      [14, vahe.staffId, 7, 1, 20],
    ])
    expect(await lines(TUESDAY)).toMatchObject([{ isOwn: false, perks: -1, usedTenths: -30, staffId: ani.staffId }])
  })

  it('buyers are counted once a day, and as new only on the first day with a purchase that stood', async () => {
    const history = new History()
    const other = { ...cafe, buyerId: 102 }
    history.award(cafe, 5_000, at(MONDAY, '10:00'))
    history.award(cafe, 5_000, { ...at(MONDAY, '18:00'), place: ani })
    history.void(other, history.award(other, 900, at(MONDAY, '10:00')), at(MONDAY, '10:01'))
    history.award(other, 900, at(TUESDAY, '10:00'))
    history.award(cafe, 900, at(TUESDAY, '10:00'))
    // At another business, where everybody is new.
    history.award({ ...cafe, businessId: 12 }, 900, at(TUESDAY, '10:00'))
    await shown(pool, history.events, 4)
    expect(await buyersOfDay(pool, 11, MONDAY)).toEqual({ buyers: 1, newBuyers: 1 })
    expect(await buyersOfDay(pool, 11, TUESDAY)).toEqual({ buyers: 2, newBuyers: 1 })
    expect(await buyersOfDay(pool, 12, TUESDAY)).toEqual({ buyers: 1, newBuyers: 1 })
    expect(await buyersOfDay(pool, 11, '2026-03-04')).toEqual({ buyers: 0, newBuyers: 0 })
  })

  it('a purchase that reaches the log late makes nobody new twice', async () => {
    const history = new History()
    history.award(cafe, 900, at(TUESDAY, '10:00'))
    history.award(cafe, 900, at(MONDAY, '23:00'))
    await shown(pool, history.events, 1)
    expect(await buyersOfDay(pool, 11, MONDAY)).toEqual({ buyers: 1, newBuyers: 1 })
    expect(await buyersOfDay(pool, 11, TUESDAY)).toEqual({ buyers: 1, newBuyers: 0 })
  })

  it('the totals for its mail are the day’s own, beside those of the week before; an empty day has none', async () => {
    const history = new History()
    history.award(cafe, 4_000, at('2026-02-23', '10:00'))
    history.award(cafe, 5_000, at(MONDAY, '10:00'))
    history.void(cafe, history.award(cafe, 900, at(MONDAY, '10:01')), at(MONDAY, '10:02'))
    await shown(pool, history.events, 2)
    expect(await mailedDay(pool, 11, MONDAY)).toMatchObject({
      turnoverAmd: 5_000,
      purchases: 1,
      buyers: 1,
      newBuyers: 0,
      givenTenths: 100,
      perks: 0,
      before: { turnoverAmd: 4_000, purchases: 1 },
    })
    expect(await mailedDay(pool, 11, TUESDAY)).toBeUndefined()
  })
})
