import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { placedMoment } from '../daily-book/queries.ts'
import { foldLog } from '../testing/fold.ts'
import { balanceLines, bookLines } from '../testing/from-movements.ts'
import { histories, History } from '../testing/history.ts'
import { analyzeReadModels, countingRows } from '../../infra/testing/rows-read.ts'
import { shown, writtenInOrder } from '../testing/shown.ts'
import { lastBalancesThen } from './accounts-as-of.ts'
import { sheetThen } from './balance-sheet.ts'
import { lastMovementAt } from './trace.ts'

const { pool } = await testDatabase()

type Line = {
  business_id: number
  buyer_id: number
  position: string
  type: string
  delta_tenths: number
  stored_at: Date
}

function folded(lines: Line[], position: bigint) {
  const until = lines.filter((line) => BigInt(line.position) <= position)
  const sum = (of: Line[], type?: string) =>
    of.reduce((tenths, line) => tenths + (type === undefined || line.type === type ? line.delta_tenths : 0), 0)
  /** Corrections up count with the awards, those down with the voids (decision 44). */
  const corrected = (of: Line[], sign: 1 | -1) =>
    of.reduce(
      (tenths, { type, delta_tenths }) => tenths + (type === 'AwardCorrected' ? Math.max(0, sign * delta_tenths) : 0),
      0,
    )
  const sheets = [...new Set(until.map(({ business_id }) => business_id))]
    .sort((a, b) => a - b)
    .map((businessId) => {
      const own = until.filter(({ business_id }) => business_id === businessId)
      return {
        businessId,
        issuedTenths: sum(own, 'PointsAwarded') + corrected(own, 1),
        voidedTenths: corrected(own, -1) - sum(own, 'AwardVoided'),
        redeemedTenths: 0 - sum(own, 'PerkRedeemed'),
        refundedTenths: sum(own, 'PointsRefunded'),
        // Points on their way from a card count as forfeited until they arrive (decision 53).
        forfeitedTenths: 0 - sum(own, 'AccountClosed') - sum(own, 'PointsMergedOut') - sum(own, 'PointsMergedIn'),
      }
    })
  const accounts = new Set(until.map(({ business_id, buyer_id }) => `${business_id} ${buyer_id}`)).size
  return {
    sheets,
    balances: {
      sumTenths: sum(until),
      accounts,
      openAccounts:
        accounts - until.filter(({ type }) => type === 'AccountClosed' || type === 'PointsMergedOut').length,
    },
  }
}

async function expectAt(lines: Line[], position: bigint): Promise<void> {
  const expected = folded(lines, position)
  expect(await sheetThen(pool, String(position))).toEqual(expected.sheets)
  expect(await lastBalancesThen(pool, String(position), { accountsAtOnce: 4 })).toEqual(expected.balances)
}

const lastAt = async (db: Queryable, moment: number) =>
  (await lastMovementAt(db, { at: await placedMoment(db, new Date(moment)) }))?.position

async function expectMoment(lines: Line[], moment: number): Promise<void> {
  const expected = lines.findLast(({ stored_at }) => stored_at.getTime() <= moment)
  expect([moment, await lastAt(pool, moment)]).toEqual([moment, expected?.position])
}

describe('the balance sheet (H33)', () => {
  it('for any history, at every position and time, equals the fold of all movements up to it, both ways', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const events = writtenInOrder(history)
        await shown(pool, events)
        const lines = foldLog(events).movements as Line[]
        for (const { position, storedAt } of events) {
          await expectAt(lines, position)
          await expectMoment(lines, storedAt.getTime() - 1)
          await expectMoment(lines, storedAt.getTime())
        }
        await expectAt(lines, events[0]!.position - 1n)
      }),
      { numRuns: 6 },
    )
  })

  it('is right around midnight in Yerevan, and for movements written long after their day', async () => {
    const history = new History()
    const [ani, davit] = [
      { businessId: 11, buyerId: 101 },
      { businessId: 12, buyerId: 102 },
    ]
    history.award(ani, 5_000, { at: new Date('2026-03-01T19:59:59.999Z') })
    const award = history.award(davit, 2_000, { at: new Date('2026-03-01T20:00:00.000Z') })
    history.award(ani, 500, { at: new Date('2026-03-01T20:00:00.000Z') })
    // Written a moment, two days and a week after recording.
    history.award(davit, 1_000, { at: new Date('2026-03-01T19:59:58.000Z') })
    history.award(ani, 4_000, { at: new Date('2026-03-03T10:00:00.000Z') })
    history.award(ani, 3_000, { at: new Date('2026-03-01T12:00:00.000Z') })
    history.void(davit, award, { at: new Date('2026-03-08T10:00:00.000Z') })
    history.award(ani, 700, { at: new Date('2026-03-01T12:00:00.000Z') })
    const events = writtenInOrder(history)
    await shown(pool, events)
    const lines = foldLog(events).movements as Line[]
    for (const { position, storedAt } of events) {
      await expectAt(lines, position)
      for (const days of [-2, -1, 0, 1, 2]) await expectMoment(lines, storedAt.getTime() + days * 86_400_000)
    }
  })

  it("finds every time after the machine's clock was ahead by months or decades", async () => {
    for (const wrong of ['2099-01-01T00:00:00.000Z', '2026-03-25T00:00:00.000Z']) {
      const history = new History()
      const ani = { businessId: 11, buyerId: 101 }
      for (const at of [
        '2026-03-01T09:00:00.000Z',
        '2026-03-05T09:00:00.000Z',
        wrong,
        '2026-03-05T09:20:00.000Z',
        '2026-03-10T09:00:00.000Z',
        '2026-03-20T09:00:00.000Z',
      ]) {
        history.award(ani, 500, { at: new Date(at) })
      }
      await shown(pool, history.events)
      const position = (index: number) => String(history.events[index]!.position)
      const moments: [string, number][] = [
        ['03-02', 0],
        ['03-06', 3],
        ['03-11', 4],
        ['03-19', 4],
        ['03-21', 5],
        ['07-01', 5],
      ]
      for (const [day, index] of moments) {
        const at = new Date(`2026-${day}T12:00:00.000Z`)
        const last = { position: position(index) }
        expect(await lastMovementAt(pool, { at: await placedMoment(pool, at) }), day).toMatchObject(last)
        expect(await lastMovementAt(pool, { at: await placedMoment(pool, at, 11) }), day).toMatchObject(last)
      }
    }
  })

  it("finds a time even if the store's clock is half an hour behind ours", async () => {
    const history = new History()
    for (const at of ['2026-03-01T19:50:00.000Z', '2026-03-01T20:10:00.000Z', '2026-03-01T20:20:00.000Z'])
      history.award({ businessId: 11, buyerId: 101 }, 500, { at: new Date(at) })
    const events = history.events.map((event) => ({
      ...event,
      storedAt: new Date(event.storedAt.getTime() - 30 * 60_000),
    }))
    await shown(pool, events)
    const lines = foldLog(events).movements as Line[]
    for (const { storedAt } of events) await expectMoment(lines, storedAt.getTime() + 60_000)
  })
})

describe('of a large ledger', () => {
  const LINES = 60_000
  const BUSINESSES = 3
  const ACCOUNTS = BUSINESSES * 500
  const A_DAY = 480
  const momentOf = (n: number) => Date.parse('2026-01-01T00:00:00Z') + n * 3 * 60_000

  beforeAll(async () => {
    await shown(pool, [])
    await pool.query(
      `INSERT INTO read.movements (business_id, buyer_id, position, revision, event_id, type, delta_tenths, balance_tenths, command_id, actor_id, actor_role,
         happened_at, recorded_at, stored_at)
       SELECT n % $2, (n / $2) % 500, n, 0, gen_random_uuid(), 'PointsAwarded', 1, 1 + (n - 1) / $3, gen_random_uuid(), 1, 'business', moment, moment, moment
       FROM generate_series(1, $1::int) AS n, LATERAL (SELECT timestamptz '2026-01-01T00:00:00Z' + n * interval '3 minutes' AS moment) AS at`,
      [LINES, BUSINESSES, ACCOUNTS],
    )
    await bookLines(pool)
    await balanceLines(pool)
    await analyzeReadModels(pool, ['movements', 'daily_book', 'account_balances'])
  })

  it.each([
    ['now', LINES],
    ['an hour ago', LINES - 20],
    ['in the middle', LINES / 2],
    ['on the first day', 100],
  ])('the sheet reads the days, and the movements of one day: %s', async (_which, position) => {
    const { db, read } = countingRows(pool)
    const sheets = await sheetThen(db, String(position))
    expect(sheets.map(({ issuedTenths }) => issuedTenths)).toEqual(
      Array.from({ length: BUSINESSES }, () => expect.closeTo(position / BUSINESSES, -1)),
    )
    // The book has one row per business and day, read twice.
    expect(read()).toBeLessThanOrEqual(2 * BUSINESSES * (LINES / A_DAY + 2) + A_DAY)
  })

  it.each([
    ['now', LINES, 0],
    ['in the middle', LINES / 2, 1],
    ['on the first day', 100, 1],
  ])(
    'the balances read each account, and one movement of each that changed since, in small steps: %s',
    async (_which, position, lines) => {
      const { db, read, most } = countingRows(pool)
      const { sumTenths } = await lastBalancesThen(db, String(position), { accountsAtOnce: 200 })
      expect(sumTenths).toBe(position)
      expect(read()).toBeLessThanOrEqual((1 + lines) * ACCOUNTS)
      expect(most()).toBeLessThanOrEqual((1 + lines) * 200)
    },
  )

  it.each([
    ['now', LINES + 900_000],
    ['in the middle', LINES / 2],
    ['on the first day', 100],
    ['before it', -5_000],
  ])('a time is found among the movements of its day and the next: %s', async (_which, n) => {
    const { db, read } = countingRows(pool)
    expect(await lastAt(db, momentOf(n))).toBe(n < 0 ? undefined : String(Math.min(n, LINES)))
    expect(read()).toBeLessThanOrEqual(2 * A_DAY + BUSINESSES * (LINES / A_DAY + 2))
  })
})
