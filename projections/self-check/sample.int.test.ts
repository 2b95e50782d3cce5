import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { UnreadableEvent, type RecordedEvent } from '#ledger/event-store.ts'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { readModels } from '../all.ts'
import { createCatchUp } from '../runtime/catch-up/catch-up.ts'
import { arrayLog, History } from '../testing/history.ts'
import { compareTotals } from './business-totals.ts'
import { beginRun } from './progress.ts'
import { askForCheck } from './queries.ts'
import { runSelfCheck } from './run.ts'

const CAFES = [11, 12, 13]
const BUYERS = [101, 102, 103]

const { pool } = await testDatabase()
let streams = new Map<string, RecordedEvent[]>()
beforeAll(async () => {
  const history = new History()
  for (const businessId of CAFES)
    for (const buyerId of BUYERS)
      for (const amountAmd of [1_000, 500]) history.award({ businessId, buyerId }, amountAmd)
  streams = Map.groupBy(history.events as unknown as RecordedEvent[], ({ stream }) => stream)
  await createCatchUp({ pool, log: arrayLog(history.events), readModels })()
})
beforeEach(async () => {
  await pool.query('TRUNCATE self_checks, account_checks, check_findings RESTART IDENTITY')
  return () => vi.restoreAllMocks()
})

const NOON = new Date('2026-03-01T12:00:00Z')
const store = { readStream: async (stream: string) => streams.get(stream) ?? [] }
const check = (sample: number, from: Parameters<typeof runSelfCheck>[0]['store'] = store) =>
  runSelfCheck({ pool, store: from, sample, now: () => NOON })
const checkedAccounts = async () =>
  (
    await pool.query<{ account: string }>(
      `SELECT business_id || '.' || buyer_id AS account FROM account_checks ORDER BY 1`,
    )
  ).rows.map(({ account }) => account)

describe('a sample of the check', () => {
  it('compares the totals of the sampled accounts’ businesses only', async () => {
    await pool.query('UPDATE read_g1.business_stats SET issued_tenths = issued_tenths + 1')
    try {
      expect(await check(1)).toEqual({ scope: 'sample', accounts: 1, differences: 1 })
      const found = async () =>
        (
          await pool.query<{ id: number }>(
            'SELECT business_id AS id FROM check_findings WHERE buyer_id = 0 AND cleared_at IS NULL ORDER BY id',
          )
        ).rows.map(({ id }) => id)
      expect(await found()).toEqual([
        ...new Set((await checkedAccounts()).map((account) => Number(account.split('.')[0]))),
      ])
      await pool.query('UPDATE read_g1.business_stats SET issued_tenths = issued_tenths - 1')
      // Open findings are checked again, whichever account is drawn.
      await check(1)
      expect(await found()).toEqual([])
    } finally {
      await pool.query(
        'UPDATE read_g1.business_stats SET issued_tenths = (SELECT sum(delta_tenths) FROM read_g1.movements AS line WHERE line.business_id = business_stats.business_id)',
      )
    }
  })

  it('reaches every account, also those that are never drawn at random', async () => {
    // The random start is always the first account.
    vi.spyOn(Math, 'random').mockReturnValue(0)
    for (let cycle = 0; cycle < 9; cycle += 1) await check(2)
    expect(await checkedAccounts()).toHaveLength(8)
    await check(2)
    expect(await checkedAccounts()).toEqual(CAFES.flatMap((cafe) => BUYERS.map((buyer) => `${cafe}.${buyer}`)))
    // The next round includes an account whose row is gone.
    await pool.query(
      'INSERT INTO account_checks (business_id, buyer_id, checked_at, agrees) VALUES (14, 1, $1, true)',
      [NOON],
    )
    const read: string[] = []
    const telling = { readStream: async (stream: string) => (read.push(stream), store.readStream(stream)) }
    for (let cycle = 0; cycle < 10; cycle += 1) await check(2, telling)
    expect(new Set(read)).toEqual(new Set([...streams.keys(), 'account-14.1']))
  })

  it('starts anywhere, and takes all accounts once if they fit', async () => {
    for (const lot of [0, 0.3, 0.6, 0.999]) {
      vi.spyOn(Math, 'random').mockReturnValue(lot)
      for (let cycle = 0; cycle < 2; cycle += 1) expect(await check(9)).toMatchObject({ accounts: 9, differences: 0 })
    }
  })

  it('reads an account page by page, so that a long one is no lasting finding', async () => {
    const most: (number | undefined)[] = []
    const telling: typeof store & Parameters<typeof runSelfCheck>[0]['store'] = {
      readStream: async (stream: string, _from?: number, options?: { maxCount?: number }) => (
        most.push(options?.maxCount),
        store.readStream(stream)
      ),
    }
    await check(2, telling)
    expect(most).toEqual([expect.any(Number), expect.any(Number)])
  })

  it('reports an account whose stream cannot be read, and continues behind it', async () => {
    const half = {
      readStream: async (stream: string) =>
        stream === 'account-12.102'
          ? Promise.reject(new UnreadableEvent('PointsMelted at 3'))
          : store.readStream(stream),
    }
    expect(await check(9, half)).toEqual({ scope: 'sample', accounts: 9, differences: 1 })
    expect(
      (await pool.query('SELECT buyer_id AS buyer, what, expected, found FROM check_findings WHERE business_id = 12'))
        .rows,
    ).toEqual([{ buyer: 102, what: 'stream', expected: null, found: 'PointsMelted at 3' }])
  })
})

describe('a started run', () => {
  it('is never one requested a moment too late: the next cycle runs that and stores its start', async () => {
    let isLate = true
    const beside = new Proxy(pool, {
      get: (target, key) =>
        key !== 'query'
          ? Reflect.get(target, key)
          : async (text: string, values?: unknown[]) => {
              const answer = await target.query(text, values)
              if (isLate) await askForCheck(target, 'all')
              isLate = false
              return answer
            },
    })
    expect(await beginRun(beside, NOON)).toMatchObject({ scope: 'sample' })
    expect(await check(9)).toMatchObject({ scope: 'all' })
    expect((await pool.query(`SELECT started_at AS "startedAt" FROM self_checks WHERE scope = 'all'`)).rows).toEqual([
      { startedAt: NOON },
    ])
  })
})

describe('the totals of a business', () => {
  it('are compared in as many steps as needed, and not at all beyond the limit of movements', async () => {
    for (const linesAtOnce of [1, 2, 3, 5, 6, 7]) expect(await compareTotals(pool, 12, { linesAtOnce })).toEqual([])
    expect(await compareTotals(pool, 12, { mostLines: 5 })).toBeUndefined()
    expect(await compareTotals(pool, 12, { mostLines: 6 })).toEqual([])
    const asked = vi.spyOn(pool, 'query')
    for (const [mostLines, linesAtOnce, limits] of [
      [3, 3, [3, 1]],
      [3, 20, [4]],
      [5, 2, [2, 2, 2]],
      [6, 6, [6, 1]],
    ] as const) {
      asked.mockClear()
      await compareTotals(pool, 12, { mostLines, linesAtOnce })
      // Stops as soon as there are too many.
      expect(asked.mock.calls.slice(1).map(([, values]) => (values as unknown as unknown[])[3])).toEqual(limits)
    }
    await pool.query('UPDATE read_g1.business_stats SET refunded_tenths = 7 WHERE business_id = 12')
    const wrong = [{ what: 'business_stats refunded_tenths', expected: '0', found: '7' }]
    for (const linesAtOnce of [1, 4, 100]) expect(await compareTotals(pool, 12, { linesAtOnce })).toEqual(wrong)
    await pool.query('UPDATE read_g1.business_stats SET refunded_tenths = 0 WHERE business_id = 12')
  })
})
