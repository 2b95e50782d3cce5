import { beforeAll, describe, expect, it } from 'vitest'
import type { MovementType } from '#contracts/events/ledger-events.ts'
import { analyzeReadModels, countingRows } from '../../infra/testing/rows-read.ts'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { movementsOfBusiness, type MovementsWanted } from './business-movements.ts'

/** A busy business: every 2,000th movement is a void, and every tenth a redemption. */
const LINES = 40_000
const BUSY = 7
/** A void's award is the movement before it of the same buyer. */
const BUYERS = 898

const { pool } = await testDatabase()
beforeAll(async () => {
  await pool.query(
    `INSERT INTO read.movements (business_id, buyer_id, position, revision, event_id, type, award_id, amount_amd, delta_tenths, balance_tenths, command_id, actor_id, actor_role,
       happened_at, recorded_at, stored_at)
     SELECT $2 + n % 2, n % $3, n, 0, gen_random_uuid(),
       CASE WHEN n % 4000 < 2 THEN 'AwardVoided' WHEN n % 20 < 2 THEN 'PerkRedeemed' ELSE 'PointsAwarded' END,
       lpad(to_hex(CASE WHEN n % 4000 < 2 THEN n - $3 WHEN n % 20 < 2 THEN NULL ELSE n END), 32, '0')::uuid, n, 1, 1, gen_random_uuid(), 1, 'business', moment, moment, moment
     FROM generate_series(1, $1::int * 2) AS n, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 minute' AS moment) AS at`,
    [LINES, BUSY, BUYERS],
  )
  await analyzeReadModels(pool, ['movements'])
})

describe('the events behind a number of a busy business', () => {
  const rare: MovementType[] = ['AwardVoided']
  it.each<[string, MovementsWanted]>([
    ['of a rare kind', { limit: 50, types: rare }],
    ['of a kind that never happened', { limit: 50, types: ['AccountClosed', 'PointsRefunded'] }],
    ['of several kinds', { limit: 50, types: ['AwardVoided', 'PerkRedeemed', 'AccountClosed'] }],
    ['deep in the list', { limit: 50, types: rare, beforePosition: '20000' }],
    [
      'of a month',
      {
        limit: 50,
        types: rare,
        recorded: {
          from: new Date('2026-01-05'),
          until: new Date('2026-01-25'),
          firstPosition: '5000',
          lastPosition: '40000',
        },
      },
    ],
    ['of every kind', { limit: 50 }],
    ['of awards', { limit: 50, types: ['PointsAwarded', 'AwardVoided'] }],
  ])('are found by an index, reading little more than is shown: %s', async (_which, wanted) => {
    const { db, ways, read } = countingRows(pool)
    await movementsOfBusiness(db, BUSY, wanted)
    expect(ways()).not.toContain('Seq Scan')
    expect(read()).toBeLessThanOrEqual(3 * wanted.limit)
  })

  it('a void names the award that it takes back, and no other event names one', async () => {
    const page = await movementsOfBusiness(pool, BUSY, { limit: 200, beforePosition: '12100' })
    const named = page.filter(({ ofPosition }) => ofPosition !== null)
    expect(
      named.map(({ type, position, ofPosition, ofAmountAmd }) => [type, position, ofPosition, ofAmountAmd]),
    ).toEqual([['AwardVoided', '12000', '11102', 11_102]])
  })

  it('are the same, in the same order, in every way of finding them', async () => {
    const all = await movementsOfBusiness(pool, BUSY, { limit: 2 * LINES })
    for (const types of [
      rare,
      ['AwardVoided', 'PerkRedeemed', 'AwardVoided'],
      ['PerkRedeemed', 'PointsAwarded'],
    ] as MovementType[][]) {
      const expected = all.filter(({ type }) => types.includes(type)).map(({ position }) => position)
      const pages: string[] = []
      for (let before: string | undefined; pages.length < 120;) {
        const page = await movementsOfBusiness(pool, BUSY, {
          limit: 40,
          types,
          ...(before !== undefined && { beforePosition: before }),
        })
        pages.push(...page.map(({ position }) => position))
        before = page.at(-1)?.position
        if (page.length < 40) break
      }
      expect(pages).toEqual(expected.slice(0, pages.length))
      expect(pages.length).toBe(Math.min(expected.length, 120))
    }
  })
})
