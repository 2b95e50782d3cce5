/** Steps and spans against a plain fold of the events; reads are counted for a busy business. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { decimalString, pointsNumber } from '#contracts/units/points.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { eventBeside, historyOf, spanOf } from '#projections/business-history/queries.ts'
import { lastBalancesThen } from '#projections/movements/accounts-as-of.ts'
import { totalsThen } from '#projections/movements/as-of.ts'
import { foldLog } from '#projections/testing/fold.ts'
import { balanceLines, bookLines } from '#projections/testing/from-movements.ts'
import { histories } from '#projections/testing/history.ts'
import { analyzeReadModels, countingRows } from '../../../../infra/testing/rows-read.ts'
import { shown, writtenInOrder } from '#projections/testing/shown.ts'
import { testDatabase } from '../../../../infra/testing/servers/test-database.ts'
import type { Deps } from '../../deps.ts'
import { stepOver } from './time-step.ts'
import { resolveMoment } from '../../time-travel.ts'

const { pool } = await testDatabase()

const BUSINESSES = [11, 12, 13]
const on = (db: unknown) => ({ pool: db, now: () => new Date() }) as Deps

/** All figures of a business as shown. `moment` sets the month, `buyerId` whose points. */
function figuresOf(events: readonly LogEvent[], businessId: number, moment: Date, buyerId: number | null) {
  const tables = foldLog(events)
  type Row = Record<string, number>
  const own = (rows: Record<string, unknown>[]) => rows.filter((row) => row['business_id'] === businessId) as Row[]
  const stats = own(tables.business_stats)[0]
  const month = (own(tables.monthly_transactions) as (Row & { month: unknown })[]).find(
    (row) => row.month === yerevanMonth(moment),
  )
  const accounts = own(tables.account_balances) as (Row & { closed: unknown })[]
  const account = accounts.find((row) => row['buyer_id'] === buyerId && row.closed === false)
  const redemptions = (state: string) =>
    String(own(tables.redemptions).filter((row) => (row['state'] as unknown) === state).length)
  return {
    totalBuyers: String(stats?.['buyers'] ?? 0),
    totalPointsIssued: String(pointsNumber(stats?.['issued_tenths'] ?? 0)),
    monthlyPoints: String(pointsNumber((month?.['awarded_tenths'] ?? 0) - (month?.['voided_tenths'] ?? 0))),
    currentTransactionCount: String(month?.['awards'] ?? 0),
    outstandingPoints: decimalString(accounts.reduce((sum, row) => sum + row['balance_tenths']!, 0)),
    buyerPoints: account ? decimalString(account['balance_tenths']!) : null,
    pendingRedemptions: redemptions('pending'),
    usedRedemptions: redemptions('used'),
    cancelledRedemptions: redemptions('cancelled'),
  }
}

describe('of any history', () => {
  it("a step states each event's changes, by folding before and after it", async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const events = writtenInOrder(history)
        await shown(pool, events)
        for (const businessId of BUSINESSES) {
          for (const row of await historyOf(pool, businessId, { after: '-1', limit: 1_000, types: undefined })) {
            const index = events.findIndex(({ position }) => String(position) === row.position)
            const [was, is] = [index, index + 1].map((end) =>
              figuresOf(events.slice(0, end), businessId, row.storedAt, row.buyerId),
            )
            const figures = Object.keys(is!) as (keyof typeof is)[]
            const changes = figures
              .filter((figure) => was![figure] !== is![figure])
              .map((figure) => ({ figure, before: was![figure], after: is![figure] }))
            const step = await stepOver(on(pool), businessId, row)
            expect([row.type, step.changes]).toEqual([row.type, changes])
            expect(step.event.position).toBe(row.position)
          }
        }
      }),
      { numRuns: 6 },
    )
  })

  it('the totals at a position are those of all events up to it, including backdated ones', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const events = writtenInOrder(history)
        await shown(pool, events)
        for (const [index, { position, storedAt }] of events.entries()) {
          for (const businessId of BUSINESSES) {
            const all = await totalsThen(pool, businessId, String(position), yerevanMonth(storedAt))
            const { openAccounts } = await lastBalancesThen(pool, String(position), { businessId, accountsAtOnce: 2 })
            expect(figuresOf(events.slice(0, index + 1), businessId, storedAt, null)).toMatchObject({
              totalBuyers: String(openAccounts),
              totalPointsIssued: String(pointsNumber(all.issuedTenths)),
              monthlyPoints: String(pointsNumber(all.month.tenths)),
              currentTransactionCount: String(all.month.awards),
              outstandingPoints: decimalString(all.outstandingTenths),
            })
          }
        }
      }),
      { numRuns: 4 },
    )
  })

  it("the span counts each event once, in the hundredth of its time, whatever the store's clock did", async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.integer({ min: 1, max: 40 }), async ({ events }, eventsAtOnce) => {
        await shown(pool, events)
        for (const businessId of BUSINESSES) {
          const moments = (await historyOf(pool, businessId, { after: '-1', limit: 1_000, types: undefined })).map(
            ({ storedAt }) => storedAt.getTime(),
          )
          const [first, last] = [Math.min(...moments), Math.max(...moments)]
          const buckets = Array.from({ length: 100 }, () => 0)
          for (const moment of moments)
            buckets[Math.min(99, Math.floor((100 * (moment - first)) / Math.max(1, last - first)))]! += 1
          const none = moments.length === 0
          expect(await spanOf(pool, businessId, { eventsAtOnce })).toEqual({
            first: none ? null : new Date(first),
            last: none ? null : new Date(last),
            total: moments.length,
            buckets,
          })
        }
      }),
      { numRuns: 15 },
    )
  })
})

describe('of a busy business', () => {
  const BUSY = 7
  const LINES = 40_000
  const ACCOUNTS = 400
  const A_DAY = 480
  /** For both businesses. */
  const DAYS = 2 * (Math.ceil(LINES / A_DAY) + 1)
  /** The busy business has every second line, each three minutes; every hundredth redemption is used. */
  const momentOf = (n: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 90_000)

  beforeAll(async () => {
    await shown(pool, [])
    const moment = `LATERAL (SELECT timestamptz '2026-01-01T00:00:00Z' + n * interval '90 seconds' AS moment) AS at`
    await pool.query(
      `INSERT INTO read.movements (business_id, buyer_id, position, revision, event_id, type, delta_tenths, balance_tenths, command_id, actor_id, actor_role,
         happened_at, recorded_at, stored_at)
       SELECT $2 + n % 2, (n / 2) % $3, n * 2, (n - 1) / (2 * $3), gen_random_uuid(), 'PointsAwarded', 1, 1 + (n - 1) / (2 * $3), gen_random_uuid(), 1, 'business',
         moment, moment, moment
       FROM generate_series(1, $1::int * 2) AS n, ${moment}`,
      [LINES, BUSY, ACCOUNTS],
    )
    await pool.query(
      `INSERT INTO read.business_history (business_id, position, stream, revision, event_id, type, buyer_id, facts, command_id, actor_id, actor_role, recorded_at, stored_at)
       SELECT $2 + n % 2, n * 2 + 1, 'x', 0, gen_random_uuid(), 'RedemptionUsed', n % 400, '{}', gen_random_uuid(), 1, 'business', moment, moment
       FROM generate_series(1, $1::int * 2) AS n, ${moment} WHERE n % 200 IN (0, 1)`,
      [LINES, BUSY],
    )
    await bookLines(pool)
    await balanceLines(pool)
    await analyzeReadModels(pool, ['movements', 'business_history', 'daily_book', 'account_balances'])
  })

  it.each([
    ['now', 2 * LINES],
    ['in the middle', LINES],
    ['on the first day', 200],
    ['before the first', -5_000],
  ])('a time is searched only among its day and the next: %s', async (_which, n) => {
    const { db, read } = countingRows(pool)
    const { position } = await resolveMoment(on(db), BUSY, { at: momentOf(n).toISOString() })
    expect(position).toBe(n < 0 ? '-1' : String(n * 2 + (n % 200 === 0 ? 1 : 0)))
    expect(read()).toBeLessThanOrEqual(2 * A_DAY + DAYS)
  })

  it.each([
    ['now', 2 * LINES],
    ['in the middle', LINES],
    ['on the first day', 200],
  ])('the totals read days, and the lines of one day: %s', async (_which, n) => {
    const { db, read } = countingRows(pool)
    const totals = await totalsThen(db, BUSY, String(n * 2), yerevanMonth(momentOf(n)))
    expect(totals).toMatchObject({ issuedTenths: n / 2, outstandingTenths: n / 2 })
    expect(read()).toBeLessThanOrEqual(2 * DAYS + A_DAY)
  })

  it('and a step reads no more, one query after the other', async () => {
    for (const [types, most] of [
      [['PointsAwarded'], 2 * DAYS + A_DAY + 10],
      [['RedemptionUsed'], 10],
    ] as const) {
      const { db, read } = countingRows(pool)
      const [row] = await historyOf(pool, BUSY, { after: String(2 * LINES), limit: 1, types })
      let [asking, together] = [0, 0]
      const watched = {
        query: async (question: string | { text: string; values: unknown[] }, given: unknown[]) => {
          together = Math.max(together, (asking += 1))
          const { text, values } = typeof question === 'string' ? { text: question, values: given } : question
          return db.query(text, values).finally(() => (asking -= 1))
        },
      }
      await stepOver(on(watched), BUSY, row!)
      expect([read() <= most, together]).toEqual([true, 1])
    }
  })

  it('the event beside a place and a page of marks are found without reading the others', async () => {
    const place = String(2 * LINES)
    for (const [ask, most] of [
      [(db: Queryable) => eventBeside(db, BUSY, place, 'next'), 2],
      [(db: Queryable) => eventBeside(db, BUSY, place, 'previous'), 2],
      [(db: Queryable) => historyOf(db, BUSY, { after: place, limit: 30, types: undefined }), 60],
    ] as const) {
      const { db, read } = countingRows(pool)
      await ask(db)
      expect(read()).toBeLessThanOrEqual(most)
    }
  })

  it('its span reads each event once, and few in one statement', async () => {
    const { db, read, most } = countingRows(pool)
    const events = LINES + LINES / 100
    expect((await spanOf(db, BUSY, { eventsAtOnce: 5_000 })).total).toBe(events)
    expect(read()).toBeLessThanOrEqual(1.1 * events)
    expect(most()).toBeLessThanOrEqual(5_100)
  })
})
