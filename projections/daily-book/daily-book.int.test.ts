import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { histories, History } from '../testing/history.ts'
import { shown } from '../testing/shown.ts'
import { bookOfBusiness, positionsOfDays, type BookRow } from './queries.ts'

const { pool } = await testDatabase()

const balances = async (businessId: number) =>
  (
    await pool.query<{ sum: number }>(
      'SELECT coalesce(sum(balance_tenths), 0)::int8 AS sum FROM read.account_balances WHERE business_id = $1',
      [businessId],
    )
  ).rows[0]?.sum

const net = (day: BookRow) =>
  day.awardedTenths - day.voidedTenths - day.redeemedTenths + day.returnedTenths - day.forfeitedTenths
const SPAN = { from: '2026-01-25', to: '2026-02-10' }

describe('the points-liability book', () => {
  it('for any history: each closing is the opening plus movements and the next opening; the last equals all balances', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.integer({ min: 1, max: 60 }), async (history, batchEvents) => {
        await shown(pool, history.events, batchEvents)
        for (const businessId of [11, 12, 13]) {
          const days = await bookOfBusiness(pool, businessId, SPAN)
          expect(days).toHaveLength(17)
          expect(days[0]?.openingTenths).toBe(0)
          for (const [index, day] of days.entries()) {
            expect(day.closingTenths).toBe(day.openingTenths + net(day))
            const next = days[index + 1]
            if (next) expect(next.openingTenths).toBe(day.closingTenths)
          }
          expect(days.at(-1)?.closingTenths).toBe(await balances(businessId))
        }
      }),
      { numRuns: 30 },
    )
  })

  it('for any history: a day is the sum of its movements, which lie between its first and last position', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        await shown(pool, history.events, 25)
        const { rows } = await pool.query(`
          SELECT FROM read.daily_book book FULL JOIN (
            SELECT business_id, (recorded_at AT TIME ZONE 'Asia/Yerevan')::date AS day, sum(delta_tenths) AS net,
              min(position) AS first, max(position) AS last, count(*) FILTER (WHERE type = 'PointsAwarded') AS awards
            FROM read.movements GROUP BY 1, 2
          ) line ON line.business_id = book.business_id AND line.day = book.day
          WHERE line.net IS DISTINCT FROM awarded_tenths - voided_tenths - redeemed_tenths + returned_tenths - forfeited_tenths
            OR line.first IS DISTINCT FROM first_position OR line.last IS DISTINCT FROM last_position OR line.awards IS DISTINCT FROM book.awards`)
        expect(rows).toHaveLength(0)
      }),
      { numRuns: 15 },
    )
  })

  it('days turn at midnight in Yerevan, empty days are included, and a span may start anywhere (H10)', async () => {
    const history = new History()
    const cafe = { businessId: 11, buyerId: 101 }
    history.award(cafe, 5_000, { at: new Date('2026-03-01T19:59:59.999Z') })
    history.award(cafe, 500, { at: new Date('2026-03-01T20:00:00.000Z') })
    // Recorded the day before but written later: it counts for the day of recording.
    const late = history.award(cafe, 1_000, { at: new Date('2026-03-01T19:59:58.000Z') })
    history.void(cafe, late, { at: new Date('2026-03-04T10:00:00.000Z') })
    await shown(pool, history.events, 2)
    const days = await bookOfBusiness(pool, 11, { from: '2026-03-02', to: '2026-03-04' })
    expect(
      days.map(({ day, openingTenths, awardedTenths, voidedTenths, closingTenths }) => [
        day,
        openingTenths,
        awardedTenths,
        voidedTenths,
        closingTenths,
      ]),
    ).toEqual([
      ['2026-03-02', 120, 10, 0, 130],
      ['2026-03-03', 130, 0, 0, 130],
      ['2026-03-04', 130, 0, 20, 110],
    ])
    const day = (from: string, to = from) => positionsOfDays(pool, 11, { from, to })
    expect(await day('2026-03-01')).toEqual({
      first: String(history.events[0]?.position),
      last: String(history.events[2]?.position),
    })
    expect(await day('2026-02-01', '2026-04-30')).toEqual({
      first: String(history.events[0]?.position),
      last: String(history.events.at(-1)?.position),
    })
    expect(await day('2026-03-03')).toBeUndefined()
    expect(await bookOfBusiness(pool, 999, { from: '2026-03-02', to: '2026-03-02' })).toMatchObject([
      { openingTenths: 0, closingTenths: 0, awards: 0 },
    ])
  })
})
