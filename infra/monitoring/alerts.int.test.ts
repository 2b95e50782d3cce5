/** Each alert is raised by causing it: the numbers are those of real processes. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../testing/people/person.ts'
import { readMetrics, type Scrape } from '../testing/read-metrics.ts'
import { signInStaff } from '../testing/people/staff.ts'
import { freePort } from '../local/ports.ts'
import { startProduct, type Product } from '../testing/servers/test-product.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { hasPromtool, WITHOUT_PROMTOOL } from './promtool.ts'
import { notRaised, type Scrapes } from './raised.ts'
import { readRules } from './rules.ts'

const folder = mkdtempSync(join(tmpdir(), 'hatik-clock-'))
const clock = join(folder, 'ahead')
let product: Product
let admin: Person
let cafe: Person
let ani: Person & { code: string }
let quiet: Scrapes
const raised = new Set<string>()

beforeAll(async () => {
  writeFileSync(clock, '0')
  product = await startProduct({
    metrics: true,
    env: {
      // No mail server listens here.
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      NODE_OPTIONS: `--import ${new URL('../faults/other-clock.mjs', import.meta.url).href}`,
      HATIK_TEST_CLOCK: clock,
      RATE_LIMITS: 'on',
    },
  })
  admin = await signInStaff(product, 'admin')
  cafe = await product.business()
  ani = await product.buyer()
  await award()
  await check()
  quiet = await waitUntil('nothing is left to do', async () => {
    const now = await scrapes()
    return now['hatik-api']?.value('hatik_projection_lag_events') === 0 && now
  })
})
afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true, force: true })
})

const scrape = (port: string | undefined): Promise<Scrape | undefined> => readMetrics(port).catch(() => undefined)
const scrapes = async (): Promise<Scrapes> => ({
  'hatik-api': await scrape(product.env['METRICS_PORT']),
  'hatik-worker': await scrape(product.workerEnv['METRICS_PORT']),
})
const until = (what: string, is: (api: Scrape, worker: Scrape | undefined) => boolean): Promise<Scrapes> =>
  waitUntil(what, async () => {
    const now = await scrapes()
    const { 'hatik-api': api, 'hatik-worker': worker } = now
    return api !== undefined && is(api, worker) && now
  })
const award = (receipt?: string) =>
  cafe.write('POST', `/api/business/${cafe.id}/award-points`, {
    buyerId: ani.code,
    amountSpent: 5_000,
    ...(receipt !== undefined && { receipt }),
  })

async function check(): Promise<void> {
  const accounts = async () => (await scrapes())['hatik-worker']?.sum('hatik_self_check_accounts_total') ?? 0
  const before = await accounts()
  await admin.send('POST', '/api/admin/self-check/run', { scope: 'sample' })
  await waitUntil('the account is checked', async () => (await accounts()) > before)
}

function expectRaised(alert: string, stages: Scrapes[], options: Parameters<typeof notRaised>[2] = {}): void {
  raised.add(alert)
  expect(notRaised(alert, [quiet, ...stages], options)).toBe('')
}

describe.skipIf(!hasPromtool)(`alerts${hasPromtool ? '' : `, skipped: ${WITHOUT_PROMTOOL}`}`, () => {
  it('HatikAwardsSlow: a lock in PostgreSQL holds awards up', async () => {
    const client = await product.pool.connect()
    await client.query('BEGIN; LOCK TABLE receipts IN EXCLUSIVE MODE')
    const awards = ['R-1', 'R-2', 'R-3'].map((receipt) => award(receipt))
    await waitUntil('all have waited for over a second', async () => {
      const { rows } = await product.pool.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_stat_activity
         WHERE wait_event_type = 'Lock' AND datname = current_database() AND clock_timestamp() - query_start > interval '1.2 seconds'`,
      )
      return rows[0]?.n === 3
    })
    await client.query('ROLLBACK')
    client.release()
    expect((await Promise.all(awards)).map(({ status }) => status)).toEqual([200, 200, 200])
    expectRaised('HatikAwardsSlow', [await scrapes()])
  })

  it('HatikMailsFailing: no mail server answers', async () => {
    await ani.send('POST', '/api/auth/forgot-password', { email: ani.email })
    const failing = await until(
      'a mail is put off',
      (_api, worker) => worker?.value('hatik_mails_total', { outcome: 'put_off' }) === 1,
    )
    expectRaised('HatikMailsFailing', [failing])
  })

  it('HatikMailDead: the outcome of a mail is unknown', async () => {
    await product.pool.query(
      `WITH mail AS (UPDATE mail_outbox SET next_attempt_at = now() WHERE state = 'waiting' RETURNING id)
       INSERT INTO mail_handovers (mail_id) SELECT id FROM mail`,
    )
    const dead = await until(
      'a mail is dead',
      (_api, worker) => worker?.value('hatik_mails_total', { outcome: 'dead' }) === 1,
    )
    expectRaised('HatikMailDead', [dead])
  })

  it('HatikReadModelsDiffer: a row was changed by hand', async () => {
    const { rows } = await product.pool.query<{ generation: number }>(
      'SELECT generation FROM projection_generations WHERE live',
    )
    const balances = `read_g${rows[0]!.generation}.account_balances`
    await product.pool.query(`UPDATE ${balances} SET balance_tenths = balance_tenths + 1`)
    await check()
    const differs = await until('the difference is found', (api) => api.sum('hatik_self_check_differences') > 0)
    expectRaised('HatikReadModelsDiffer', [differs])
    await product.pool.query(`UPDATE ${balances} SET balance_tenths = balance_tenths - 1`)
    await check()
  })

  it('HatikClockApart: the clock of the API is set forward', async () => {
    writeFileSync(clock, '45000')
    const apart = await until('it is noticed', (api) => api.sum('hatik_clock_ahead_seconds') > 30)
    writeFileSync(clock, '0')
    expectRaised('HatikClockApart', [apart])
  })

  it('HatikProcessDown, HatikProjectionLate, HatikSelfCheckOld: the worker ends', async () => {
    await product.worker.stop()
    expect((await award()).status).toBe(200)
    const late = await until('an event waits for its rows', (api) => api.sum('hatik_projection_lag_events') === 1)
    expectRaised('HatikProcessDown', [late])
    expectRaised('HatikProjectionLate', [late], { ages: ['hatik_projection_lag_seconds'] })
    expectRaised('HatikSelfCheckOld', [late], { ages: ['hatik_self_check_age_seconds'] })
  })

  it('HatikEventsNotRelayed: events wait where no worker takes them', async () => {
    await product.pool.query(
      `INSERT INTO event_outbox (event_id, stream, revision, type, data, metadata, recorded_at)
       SELECT gen_random_uuid(), 'business-1', 0, 'BusinessRegistered', '{}', '{}', now() - interval '2 minutes'`,
    )
    const waiting = await until('they are late', (api) => api.sum('hatik_outbox_late_streams') === 1)
    expectRaised('HatikEventsNotRelayed', [waiting])
    await product.pool.query(`DELETE FROM event_outbox WHERE stream = 'business-1'`)
  })

  it('HatikProjectionStopped: an event stops the read models', async () => {
    const stop = { position: '7', eventId: 'x', stream: 'account-1-2', type: 'PerkRedeemed', reason: 'incomplete' }
    await product.pool.query('UPDATE projection_generations SET stopped_by = $1::jsonb WHERE live', [
      JSON.stringify(stop),
    ])
    const stopped = await until('it is noticed', (api) => api.value('hatik_projection_stopped') === 1)
    expectRaised('HatikProjectionStopped', [stopped])
    await product.pool.query('UPDATE projection_generations SET stopped_by = NULL WHERE live')
    await product.restartWorker()
  })

  it('HatikBackupMissing: a backup finds no folder to write into; and none is taken for a day', async () => {
    const backup = (at: string) =>
      promisify(execFile)(process.execPath, ['infra/backup/main.ts', '--folder', at], {
        env: { ...process.env, ...product.env, DATABASE_URL: product.services.databaseUrl },
      })
    await backup(join(folder, 'backups'))
    const taken = await until('it is noticed', (api) => api.value('hatik_backup_ok') === 1)
    expectRaised('HatikBackupMissing', [taken], { ages: ['hatik_backup_age_seconds'], hours: 28 })
    await expect(backup(clock)).rejects.toMatchObject({ code: 1 })
    const failed = await until('it is noticed', (api) => api.value('hatik_backup_ok') === 0)
    expectRaised('HatikBackupMissing', [failed])
  })

  it('HatikPartDown, HatikServerErrors, HatikJobFailing: the event store is away', async () => {
    await until(
      'the worker is back',
      (api, worker) => worker !== undefined && api.value('hatik_projection_lag_events') === 0,
    )
    const before = await scrapes()
    await product.services.killEventStore()
    const away = await until('it is noticed', (api) => api.value('hatik_part_up', { part: 'store' }) === 0)
    expectRaised('HatikPartDown', [away])
    expect((await award()).status).toBe(503)
    const first = await scrapes()
    await Promise.all(Array.from({ length: 5 }, () => award()))
    expectRaised('HatikServerErrors', [first, await scrapes()])
    const failing = await until(
      'jobs fail',
      (_api, worker) => (worker?.value('hatik_jobs_total', { queue: 'projection', outcome: 'failed' }) ?? 0) >= 8,
    )
    expectRaised('HatikJobFailing', [before, failing])
    await product.services.restartEventStore()
  })

  it('HatikSignInsLimited: somebody guesses a password', async () => {
    for (let guess = 0; guess < 40; guess += 1)
      await ani.send('POST', '/api/auth/login', { email: ani.email, password: `Wrong-horse-${guess}` })
    expectRaised('HatikSignInsLimited', [await scrapes()])
  })

  it('no alert is left out', () => {
    expect(raised).toEqual(new Set(readRules().map(({ alert }) => alert)))
  })
})
