import { Queue } from 'bullmq'
import { beforeAll, describe, expect, it } from 'vitest'
import { StoreUnavailable, type RecordedEvent } from '#ledger/event-store.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { startProduct } from '../../infra/testing/servers/test-product.ts'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { waitUntil } from '../../infra/testing/wait-until.ts'
import { readModels } from '../all.ts'
import { createCatchUp } from '../runtime/catch-up/catch-up.ts'
import { SELF_CHECK_QUEUE } from '../runtime/generations/status.ts'
import { arrayLog, History } from '../testing/history.ts'
import { checkRuns } from './queries.ts'
import { runSelfCheck } from './run.ts'

const CAFE = 11
/** More than one page of the check. */
const ACCOUNTS = 505
const SAMPLE = 5
const SLOWLY_MS = 300_000

const { pool } = await testDatabase()
const history = new History()

beforeAll(async () => {
  for (let buyerId = 101; buyerId < 101 + ACCOUNTS; buyerId += 1) history.award({ businessId: CAFE, buyerId }, 1_000)
  streams = Map.groupBy(history.events as unknown as RecordedEvent[], ({ stream }) => stream)
  await createCatchUp({ pool, log: arrayLog(history.events), readModels })()
})

let streams = new Map<string, RecordedEvent[]>()
const store = { readStream: async (stream: string) => streams.get(stream) ?? [] }
const checkAt = (moment: string) => runSelfCheck({ pool, store, sample: SAMPLE, now: () => new Date(moment) })

describe('the nightly check', () => {
  it(
    'folds every account once a night at three in Yerevan, and a sample at all other times',
    async () => {
      expect(await checkAt('2026-03-01T22:59:00Z')).toEqual({ scope: 'sample', accounts: SAMPLE, differences: 0 })
      expect(await checkAt('2026-03-01T23:00:30Z')).toEqual({ scope: 'all', accounts: ACCOUNTS, differences: 0 })
      expect(await checkAt('2026-03-01T23:30:00Z')).toEqual({ scope: 'sample', accounts: SAMPLE, differences: 0 })
      expect(await checkAt('2026-03-02T12:00:00Z')).toMatchObject({ scope: 'sample' })
      expect(await checkAt('2026-03-02T23:10:00Z')).toEqual({ scope: 'all', accounts: ACCOUNTS, differences: 0 })
    },
    SLOWLY_MS,
  )

  it(
    'stays visible for two months and after hundreds of samples',
    async () => {
      await pool.query(
        `INSERT INTO self_checks (scope, started_at, ended_at) SELECT 'sample', now(), now() FROM generate_series(1, 700)`,
      )
      await checkAt('2026-03-02T23:50:00Z')
      const nights = (await checkRuns(pool, 100)).filter(({ scope }) => scope === 'all')
      expect(nights.map(({ startedAt, accounts }) => [startedAt.toISOString(), accounts])).toEqual([
        ['2026-03-02T23:10:00.000Z', ACCOUNTS],
        ['2026-03-01T23:00:30.000Z', ACCOUNTS],
      ])
      const { rows } = await pool.query<{ n: number }>('SELECT count(*) AS n FROM self_checks')
      expect(rows[0]?.n).toBe(500 + nights.length)
    },
    SLOWLY_MS,
  )

  it(
    'reports a row that no sample of the day met, and restarts where it was killed',
    async () => {
      await pool.query('UPDATE read_g1.account_balances SET balance_tenths = 999 WHERE buyer_id = $1', [
        101 + ACCOUNTS - 1,
      ])
      const killed = new AbortController()
      const half = {
        readStream: async (stream: string) =>
          stream.endsWith('.300') ? (killed.abort(), store.readStream(stream)) : store.readStream(stream),
      }
      await runSelfCheck({
        pool,
        store: half,
        sample: SAMPLE,
        now: () => new Date('2026-03-03T23:05:00Z'),
        signal: killed.signal,
      })
      const again = await checkAt('2026-03-03T23:20:00Z')
      expect(again).toEqual({ scope: 'all', accounts: ACCOUNTS, differences: 1 })
      const { rows } = await pool.query(
        'SELECT buyer_id AS "buyerId", what, expected, found FROM check_findings WHERE cleared_at IS NULL',
      )
      expect(rows).toEqual([
        { buyerId: 101 + ACCOUNTS - 1, what: 'account_balances balance_tenths', expected: '20', found: '999' },
      ])
    },
    SLOWLY_MS,
  )

  it(
    'finds an account that has only a movement left, and resumes after an interruption, with accounts and with totals',
    async () => {
      const [first, last] = [101, 101 + ACCOUNTS - 1]
      await pool.query('DELETE FROM account_checks WHERE buyer_id = $1', [first])
      await pool.query('DELETE FROM read_g1.account_balances WHERE buyer_id = $1', [first])
      await pool.query('UPDATE read_g1.movements SET revision = 1 WHERE buyer_id = $1', [first])
      await pool.query('UPDATE read_g1.business_stats SET issued_tenths = issued_tenths + 1')
      const read: string[] = []
      const from = (moment: string, onRead: (stream: string) => void = () => {}) =>
        runSelfCheck({
          pool,
          store: { readStream: async (stream) => (read.push(stream), onRead(stream), store.readStream(stream)) },
          sample: SAMPLE,
          now: () => new Date(moment),
        })
      let isAway = false
      const away = (stream: string) => {
        isAway ||= stream.endsWith(`.${last}`)
        if (isAway) throw new StoreUnavailable(stream)
      }
      await expect(from('2026-03-04T23:05:00Z', away)).rejects.toThrow(`account-${CAFE}.${last}`)
      expect(read.slice(ACCOUNTS), 'the store was asked whether it is there').toEqual(['account-0.0'])
      read.length = 0
      await pool.query(
        `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'too slow'; END $$`,
      )
      await pool.query(
        'CREATE TRIGGER refuse BEFORE INSERT ON check_findings FOR EACH ROW WHEN (NEW.buyer_id = 0) EXECUTE FUNCTION refuse()',
      )
      await expect(from('2026-03-04T23:59:00Z')).rejects.toThrow('too slow')
      expect(read.filter((stream) => stream !== 'account-0.0').toSorted(), 'the accounts behind the last page').toEqual(
        [601, 602, 603, 604, 605].map((buyerId) => `account-${CAFE}.${buyerId}`),
      )
      read.length = 0
      await pool.query('DROP TRIGGER refuse ON check_findings')
      // The hour of the nightly run is over, but the run continues.
      expect(await from('2026-03-05T00:00:30Z')).toMatchObject({ scope: 'all', accounts: ACCOUNTS })
      expect(read).toEqual([])
      expect(await from('2026-03-05T00:01:30Z')).toMatchObject({ scope: 'sample' })
      const { rows } = await pool.query<{ buyerId: number; what: string }>(
        'SELECT DISTINCT buyer_id AS "buyerId", what FROM check_findings WHERE cleared_at IS NULL AND what NOT LIKE $1 ORDER BY 1, 2',
        ['movements %'],
      )
      expect(rows).toEqual([
        { buyerId: 0, what: 'business_stats buyers' },
        { buyerId: 0, what: 'business_stats issued_tenths' },
        ...['balance_tenths', 'closed', 'events', 'revision'].map((column) => ({
          buyerId: first,
          what: `account_balances ${column}`,
        })),
        { buyerId: last, what: 'account_balances balance_tenths' },
      ])
    },
    SLOWLY_MS,
  )

  it(
    'records an account and totals that can never be read, continues behind them, and keeps earlier findings open',
    async () => {
      const [slow, last] = [300, 101 + ACCOUNTS - 1]
      await pool.query('UPDATE read_g1.account_balances SET closed = true WHERE buyer_id = $1', [slow])
      const findings = async () =>
        (
          await pool.query<{ buyerId: number; what: string; found: string }>(
            `SELECT buyer_id AS "buyerId", what, found FROM check_findings WHERE cleared_at IS NULL AND buyer_id IN (0, $1) AND what NOT LIKE 'business_stats %' ORDER BY 1, 2`,
            [slow],
          )
        ).rows
      const wrong = { buyerId: slow, what: 'account_balances closed', found: 'true' }
      expect(await checkAt('2026-03-06T23:05:00Z')).toMatchObject({ scope: 'all', accounts: ACCOUNTS })
      expect(await findings()).toEqual([wrong])
      const read: string[] = []
      const slowStore = {
        readStream: async (stream: string) => {
          read.push(stream)
          if (stream.endsWith(`.${slow}`)) throw new StoreUnavailable(`${stream}: no answer`)
          return store.readStream(stream)
        },
      }
      const slowTotals = new Proxy(pool, {
        get: (target, key) => {
          if (key !== 'query') return Reflect.get(target, key)
          return async (...query: Parameters<Pool['query']>) => {
            if (String(query[0]).includes('read.business_stats AS stats'))
              throw new Error('canceling statement due to statement timeout')
            return target.query(...query)
          }
        },
      })
      const night = { pool: slowTotals, store: slowStore, sample: SAMPLE, now: () => new Date('2026-03-07T23:05:00Z') }
      expect(await runSelfCheck(night)).toMatchObject({ scope: 'all', accounts: ACCOUNTS })
      expect(read).toContain(`account-${CAFE}.${last}`)
      expect(await findings()).toEqual([
        { buyerId: 0, what: 'check', found: 'could not be read: canceling statement due to statement timeout' },
        wrong,
        { buyerId: slow, what: 'check', found: `could not be read: account-${CAFE}.${slow}: no answer` },
      ])
      expect(await runSelfCheck(night), 'the night is over').toMatchObject({ scope: 'sample' })
      await pool.query('UPDATE read_g1.account_balances SET closed = false WHERE buyer_id = $1', [slow])
      expect(await checkAt('2026-03-08T23:05:00Z')).toMatchObject({ scope: 'all' })
      expect(await findings()).toEqual([])
    },
    SLOWLY_MS,
  )

  it(
    'is caught up by day, once, after two nights without a run, and on a machine that never runs at night',
    async () => {
      const scopeAt = async (moment: string) => (await checkAt(moment))?.scope
      expect(await scopeAt('2026-03-10T12:00:00Z')).toBe('sample')
      expect(await scopeAt('2026-03-11T09:00:00Z')).toBe('all')
      expect(await scopeAt('2026-03-11T09:01:00Z')).toBe('sample')
      expect(await scopeAt('2026-03-11T23:05:00Z'), 'and the next night is one').toBe('all')

      await pool.query('DELETE FROM self_checks')
      expect(await scopeAt('2026-03-12T09:00:00Z')).toBe('sample')
      await pool.query('ALTER TABLE self_checks ALTER COLUMN id RESTART WITH 2880')
      expect(await scopeAt('2026-03-13T09:00:00Z')).toBe('sample')
      expect(await scopeAt('2026-03-13T09:01:00Z')).toBe('all')
      expect(await scopeAt('2026-03-13T09:02:00Z')).toBe('sample')
      await pool.query(`UPDATE self_checks SET started_at = '2099-01-01' WHERE scope = 'all'`)
      expect(await scopeAt('2026-03-13T09:03:00Z'), 'the last one was dated by a wrong clock').toBe('all')
    },
    SLOWLY_MS,
  )

  it(
    'is run by the worker every minute without a request',
    async () => {
      const product = await startProduct()
      const queue = new Queue(SELF_CHECK_QUEUE, { connection: { url: product.services.redisUrl }, prefix: 'hatik' })
      try {
        const [scheduler] = await waitUntil('the schedule', async () => {
          const found = await queue.getJobSchedulers()
          return found.length > 0 ? found : undefined
        })
        expect(scheduler?.every).toBe(60_000)
        await waitUntil(
          'a check that nobody asked for',
          async () =>
            (await product.pool.query(`SELECT 1 FROM self_checks WHERE ended_at IS NOT NULL`)).rowCount || undefined,
        )
      } finally {
        await queue.close()
        await product.close()
      }
    },
    SLOWLY_MS,
  )
})
