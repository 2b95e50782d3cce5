import { beforeAll, describe, expect, it } from 'vitest'
import { bookLines } from '#projections/testing/from-movements.ts'
import { analyzeReadModels, countingRows } from '../../../infra/testing/rows-read.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { actsOfVisit } from './visit-acts.ts'

/** Two businesses with a movement every 15 minutes for over a year; every fourth redemption was used. */
const LINES = 40_000
const BUSY = 7
const QUIET = 9
const ADMIN = 3
const HALF_AN_HOUR = 30 * 60 * 1000
const A_DAY = 192
const momentOf = (n: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 7.5 * 60_000)

const { pool } = await testDatabase()
beforeAll(async () => {
  const moment = `LATERAL (SELECT timestamptz '2026-01-01T00:00:00Z' + n * interval '7.5 minutes' AS moment) AS at`
  // So many rows may take longer than a query of the product may.
  const client = await pool.connect()
  await client.query('SET statement_timeout = 0')
  await client.query(
    `INSERT INTO read.movements (business_id, buyer_id, position, revision, event_id, type, delta_tenths, balance_tenths, command_id, actor_id, actor_role,
       happened_at, recorded_at, stored_at)
     SELECT $2 + n % 2, n % 900, n * 2, 0, gen_random_uuid(), 'PointsAwarded', 1, 1, gen_random_uuid(), 1, 'business', moment, moment, moment
     FROM generate_series(1, $1::int * 2) AS n, ${moment}`,
    [LINES, BUSY],
  )
  await client.query(
    `INSERT INTO read.business_history (business_id, position, stream, revision, event_id, type, buyer_id, facts, command_id, actor_id, actor_role, recorded_at, stored_at)
     SELECT $2 + n % 2, n * 2 + 1, 'x', 0, gen_random_uuid(), 'RedemptionUsed', n % 900, '{}', gen_random_uuid(), 1, 'business', moment, moment
     FROM generate_series(1, $1::int * 2) AS n, ${moment} WHERE n % 8 IN (0, 1)`,
    [LINES, BUSY],
  )
  await client.query('RESET statement_timeout')
  client.release()
  await bookLines(pool)
  await analyzeReadModels(pool, ['movements', 'business_history', 'daily_book'])
})

const visitAt = (startedAt: Date, businessId = BUSY) => ({
  businessId,
  adminId: ADMIN,
  startedAt,
  endedAt: null,
  expiresAt: new Date(startedAt.getTime() + HALF_AN_HOUR),
  nextAt: null,
})

describe('acts of a visit', () => {
  it.each([
    ['in the middle of what there is', LINES],
    ['on the first day', 20],
    ['over a midnight in Yerevan', 100 * A_DAY - 34],
    ['on the last day', 2 * LINES - 40],
  ])("reads only the visit's days of a busy business: %s", async (_which, n) => {
    const { db, read } = countingRows(pool)
    const places = [n + (n % 2), n + 2 + (n % 2)].map((place) => String(place * 2))
    await pool.query(
      'UPDATE read.movements SET actor_id = $1, actor_role = $2, on_behalf_of = $3 WHERE position = ANY($4::bigint[])',
      [ADMIN, 'admin', BUSY, places],
    )
    const acts = await actsOfVisit(db, visitAt(momentOf(n)))
    expect(acts.map(({ position }) => position)).toEqual(places)
    expect(read()).toBeLessThanOrEqual(500)
  })

  it('finds acts on a day without movements, or without any at all', async () => {
    const at = momentOf(LINES + 101)
    const insert = (businessId: number, position: number) =>
      pool.query(
        `INSERT INTO read.business_history (business_id, actor_id, actor_role, on_behalf_of, position, stream, revision, event_id, type, buyer_id, facts, command_id,
           recorded_at, stored_at)
         VALUES ($1, $2, 'admin', $1, $3, 'x', 0, gen_random_uuid(), 'RedemptionUsed', 5, '{}', gen_random_uuid(), $4, $4)`,
        [businessId, ADMIN, position, at],
      )
    await insert(QUIET, 2 * LINES + 203)
    expect((await actsOfVisit(pool, visitAt(at, QUIET))).map(({ type }) => type)).toEqual(['RedemptionUsed'])
    const moved = (day: string, first: number, last: number) =>
      pool.query('INSERT INTO read.daily_book VALUES ($1, $2, 1, 0, 0, 0, 0, 1, 0, $3, $4)', [QUIET, day, first, last])
    await moved('2026-01-02', 10, 2 * LINES + 100)
    await moved('2027-12-30', 2 * LINES + 300, 4 * LINES)
    expect(await actsOfVisit(pool, visitAt(at, QUIET))).toHaveLength(1)
  })
})
