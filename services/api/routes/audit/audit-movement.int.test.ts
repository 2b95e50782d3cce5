import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BEFORE_ALL, BIGINT_MAX } from '#contracts/units/numbers.ts'
import { countMovements, movementsBetween, traceMovements } from '#projections/movements/trace.ts'
import { foldLog } from '#projections/testing/fold.ts'
import { bookLines } from '#projections/testing/from-movements.ts'
import { histories } from '#projections/testing/history.ts'
import { analyzeReadModels, countingRows } from '../../../../infra/testing/rows-read.ts'
import { shown, writtenInOrder } from '#projections/testing/shown.ts'
import { testDatabase } from '../../../../infra/testing/servers/test-database.ts'
import { filterOf } from './audit-movement.ts'
import type { Deps } from '../../deps.ts'

const { pool } = await testDatabase()

const on = (db: unknown) => ({ pool: db }) as Deps
const iso = (ms: number) => new Date(ms).toISOString()

describe('the movements of a span of moments (H33)', () => {
  it("match storage times for any history, even if the store's clock jumps: search, export and count", async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const events = writtenInOrder(history).map((event, index) => ({
          ...event,
          storedAt: new Date(event.storedAt.getTime() - (index % 3) * 20 * 60_000),
        }))
        await shown(pool, events)
        const lines = foldLog(events).movements as { position: string; stored_at: Date }[]
        const moments = lines.map(({ stored_at }) => stored_at.getTime()).filter((_moment, index) => index % 7 === 0)
        for (const begin of [undefined, ...moments]) {
          for (const end of [undefined, ...moments.flatMap((moment) => [moment, moment + 1])]) {
            const span = {
              ...(begin === undefined ? {} : { from: iso(begin) }),
              ...(end === undefined ? {} : { to: iso(end) }),
            }
            const expected = lines
              .filter(({ stored_at: at }) => at.getTime() >= (begin ?? 0) && at.getTime() < (end ?? Infinity))
              .map(({ position }) => position)
            const filter = (await filterOf(on(pool), span))!
            const exported = await movementsBetween(pool, filter, {
              after: BEFORE_ALL,
              until: BIGINT_MAX,
              limit: 1_000,
            })
            expect(exported.map(({ position }) => position)).toEqual(expected)
          }
        }
        const filter = (await filterOf(on(pool), { from: iso(moments[0]!), to: iso(moments.at(-1)! + 1) }))!
        const found = await traceMovements(pool, filter, { before: BIGINT_MAX, limit: 1_000 })
        expect(await countMovements(pool, filter, BIGINT_MAX)).toBe(found.length)
      }),
      { numRuns: 4 },
    )
  })

  it('are looked for near their days alone, however many lines there are', async () => {
    const LINES = 60_000
    const A_DAY = 480
    await shown(pool, [])
    await pool.query(
      `INSERT INTO read.movements (business_id, buyer_id, position, revision, event_id, type, delta_tenths, balance_tenths, command_id, actor_id, actor_role,
         happened_at, recorded_at, stored_at)
       SELECT n % 3, n % 900, n, 0, gen_random_uuid(), 'PointsAwarded', 1, 1, gen_random_uuid(), 1, 'business', moment, moment, moment
       FROM generate_series(1, $1::int) AS n, LATERAL (SELECT timestamptz '2026-01-01T00:00:00Z' + n * interval '3 minutes' AS moment) AS at`,
      [LINES],
    )
    await bookLines(pool)
    await analyzeReadModels(pool, ['movements', 'daily_book'])
    const DAYS = 3 * (LINES / A_DAY + 2)
    const begin = Date.parse('2026-01-01T00:00:00Z') + 30_000 * 3 * 60_000
    const span = { from: iso(begin), to: iso(begin + 60 * 60_000) }
    for (const asked of [span, { ...span, type: ['AccountClosed' as const] }, { ...span, business: 2 }]) {
      const { db, read } = countingRows(pool)
      const filter = (await filterOf(on(db), asked))!
      const found = await traceMovements(db, filter, { before: BIGINT_MAX, limit: 51 })
      expect([found.length, await countMovements(db, filter, String(LINES))]).toEqual(
        'type' in asked ? [0, 0] : 'business' in asked ? [6, 6] : [20, 20],
      )
      // Two lookups in the book; then the day and its neighbours are read twice.
      expect(read()).toBeLessThanOrEqual(2 * DAYS + 2 * A_DAY + 2 * 4 * A_DAY)
    }
  })
})
