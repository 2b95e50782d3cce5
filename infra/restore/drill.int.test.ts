/** The whole drill: backups while awards go on, kills, an empty place, and the product on what was restored. */
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual, promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVERY_PREFIX } from '#contracts/events/every-stream.ts'
import { openVerifier } from '#contracts/verify/verifier.ts'
import { createEventStoreGateway } from '#platform/event-store/gateway.ts'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import { arrayLog } from '#projections/testing/history.ts'
import { eraseByNumber } from '../admin/erase-people.ts'
import { checkBackup } from '../backup/check-backup.ts'
import { takeBackup } from '../backup/take-backup.ts'
import { foldLog } from '../faults/independent-fold.ts'
import { migrate } from '../migrations/migrate.ts'
import { testServices } from '../testing/harness.ts'
import { Person } from '../testing/people/person.ts'
import { drawPicture, uploadPicture } from '../testing/people/upload-picture.ts'
import { PASSWORD, startProduct, type Product } from '../testing/servers/test-product.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { openPlace } from './place.ts'
import { restoreBackup } from './restore-backup.ts'

const PASSPHRASE = 'a passphrase of the drill'
const folder = mkdtempSync(join(tmpdir(), 'hatik-drill-'))
const file = join(folder, 'night.backup')
const newer = join(folder, 'newer.backup')
const keys = { SESSION_SECRET: randomBytes(24).toString('hex'), LEDGER_KEY: randomBytes(32).toString('hex') }
const closings: (() => Promise<void>)[] = []
let product: Product
let cafe: Awaited<ReturnType<Product['business']>>
let ani: Awaited<ReturnType<Product['buyer']>>
let gone: Awaited<ReturnType<Product['buyer']>>
let late: Awaited<ReturnType<Product['buyer']>>
let logo: string
/** Awards that were answered before the backup began. */
let before: number

const started = async (options: Parameters<typeof startProduct>[0]): Promise<Product> => {
  const opened = await startProduct(options)
  closings.push(opened.close)
  return opened
}
afterAll(async () => {
  for (const close of closings) await close()
  rmSync(folder, { recursive: true, force: true })
})

async function award(at: Product, shop: Person, buyerId: string): Promise<void> {
  const answer = await shop.write('POST', `/api/business/${shop.id}/award-points`, { buyerId, amountSpent: 500 })
  expect(answer.status, at.address).toBe(200)
}

async function redeem(): Promise<void> {
  const { status } = await ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] })
  expect(status).toBe(200)
}

async function erase({ id }: Person): Promise<void> {
  expect(await eraseByNumber(product.pool, id, new Date())).toBe('erased')
}

type Env = Record<string, string | undefined>
const commandEnv = (env: Env): NodeJS.ProcessEnv => ({
  ...process.env,
  EVENTSTORE_ALLOW_UNSAFE: '1',
  DATABASE_URL: undefined,
  EVENTSTORE_URL: undefined,
  HATIK_BACKUP_PASSPHRASE: PASSPHRASE,
  ...env,
})
/** Standard output and error; rejects with both and the exit code. */
const command = (name: string, words: readonly string[], env: Env) =>
  promisify(execFile)(process.execPath, [`infra/${name}/main.ts`, ...words], { env: commandEnv(env) })

/** Kills the command as soon as `when` says so. */
async function killed(name: string, words: readonly string[], env: Env, when: (output: string) => Promise<boolean>) {
  const child = spawn(process.execPath, [`infra/${name}/main.ts`, ...words], { env: commandEnv(env) })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<string | null>((resolve) => child.on('close', (_code, signal) => resolve(signal)))
  await waitUntil(`${name} gets there`, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended by itself: ${output}`)
    return when(output)
  })
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
}

const placesOf = ({ services, env }: Product) => ({
  databaseUrl: services.databaseUrl,
  eventStoreUrl: services.eventStoreUrl,
  filesUrl: env['FILES_URL']!,
})
const envOf = (at: Product): Env => ({
  DATABASE_URL: at.services.databaseUrl,
  EVENTSTORE_URL: at.services.eventStoreUrl,
  FILES_URL: at.env['FILES_URL'],
})

async function logOf(at: Product): Promise<LogEvent[]> {
  const store = createEventStoreGateway(at.services.eventStoreUrl)
  const log = store.openLogReader(EVERY_PREFIX)
  try {
    const { events, reachedHead } = await log.read(null, 100_000)
    expect(reachedHead).toBe(true)
    return events
  } finally {
    await log.close()
    await store.close()
  }
}

async function balancesOf(at: Product): Promise<Map<string, number>> {
  const { rows } = await at.pool.query<{ account: string; tenths: number }>(
    `SELECT 'account-' || business_id || '.' || buyer_id AS account, balance_tenths AS tenths FROM read.account_balances`,
  )
  return new Map(rows.map(({ account, tenths }) => [account, tenths]))
}

async function folded(at: Product): Promise<Map<string, number>> {
  const events = (await logOf(at)).filter(({ stream }) => stream.startsWith('account-'))
  return (await foldLog(arrayLog(events))).balances
}
const sorted = (balances: Map<string, number>) => [...balances].sort(([a], [b]) => (a < b ? -1 : 1))

async function statement(at: Product, buyer: Person): Promise<ReturnType<ReturnType<typeof openVerifier>['end']>> {
  const answer = await fetch(`${at.address}/api/ledger/statement/${cafe.id}/${buyer.id}`, {
    headers: { cookie: buyer.cookie },
  })
  expect(answer.status).toBe(200)
  const verifier = openVerifier({})
  verifier.push(new Uint8Array(await answer.arrayBuffer()))
  return verifier.end()
}

async function restoredHere(databaseUrl: string): Promise<unknown> {
  const place = await openPlace(folder, { DATABASE_URL: databaseUrl, FILES_URL: pathToFileURL(folder).href })
  const { about } = await checkBackup(file, PASSPHRASE)
  try {
    return await restoreBackup(file, PASSPHRASE, about, place, new Map(), () => {})
  } finally {
    await place.close()
  }
}

// A server that is given has a backup of its own.
describe.skipIf(process.env['EVENTSTORE_URL'] !== undefined)('backup and restore', () => {
  beforeAll(async () => {
    product = await started({ env: keys })
    cafe = await product.business({ perks: ['1.0'] })
    ;[ani, gone, late] = [await product.buyer(), await product.buyer(), await product.buyer()]
    const { body } = await uploadPicture(
      { at: product.address, cookie: cafe.cookie, businessId: cafe.id },
      await drawPicture(),
      { call: 'upload-logo', field: 'logo' },
    )
    logo = body.logoUrl
    await product.pool.query('UPDATE business_profiles SET logo_url = $2 WHERE user_id = $1', [cafe.id, logo])
    for (const { code } of [ani, gone, late]) await award(product, cafe, code)
    await redeem()
    await erase(gone)
    await waitUntil('a head is signed', async () => (await product.pool.query('SELECT FROM ledger_heads')).rowCount)
  })

  it('a killed backup leaves no file that looks whole', async () => {
    const [client, watch] = [await product.pool.connect(), product.pool]
    try {
      await client.query('BEGIN; LOCK TABLE retired_codes IN ACCESS EXCLUSIVE MODE')
      await killed(
        'backup',
        [file],
        envOf(product),
        async () =>
          (await watch.query(`SELECT FROM pg_locks WHERE NOT granted AND relation = 'retired_codes'::regclass`))
            .rowCount! > 0,
      )
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
    expect(existsSync(file)).toBe(false)
    await expect(checkBackup(`${file}.partial`, PASSPHRASE)).rejects.toThrow(
      'The backup ends in the section rows retired_codes: it is cut off.',
    )
    rmSync(`${file}.partial`)
  })

  it('a backup is taken while awards go on, encrypted and without a key', async () => {
    let going = true
    let awarded = 0
    const awards = (async () => {
      for (; going; awarded += 1) await award(product, cafe, ani.code)
    })()
    await waitUntil('awards go on', () => awarded > 0)
    before = awarded
    const { stdout, stderr } = await command('backup', [file], envOf(product))
    expect(awarded).toBeGreaterThan(before)
    going = false
    await awards
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(stdout).toContain('encrypted')
    expect(stdout).toContain("the ledger's key:")
    for (const secret of [...Object.values(keys), PASSPHRASE, ani.email]) {
      expect(stdout + stderr).not.toContain(secret)
      expect(readFileSync(file).includes(secret)).toBe(false)
    }
    expect(await checkBackup(file, PASSPHRASE)).toMatchObject({ files: 2, differences: [] })
    await expect(checkBackup(file, 'another passphrase')).rejects.toThrow(
      'The passphrase is not the one of this backup.',
    )
  })

  it('is not restored over people, nor into half of a restore that was killed', async () => {
    await expect(restoredHere(product.services.databaseUrl)).rejects.toThrow('The database has people in it')
    const place = await testServices({ migrate: false, eventStore: false, redis: false })
    closings.push(place.close)
    await killed(
      'restore',
      [file],
      { DATABASE_URL: place.databaseUrl, FILES_URL: pathToFileURL(join(folder, 'half')).href },
      async (output) => output.includes('Rows, log and files are written'),
    )
    await expect(restoredHere(place.databaseUrl)).rejects.toThrow('was broken off. If none runs, empty the place')
    await expect(migrate(place.databaseUrl), 'and nothing starts on it').rejects.toThrow('was broken off')
  })

  it('is restored into an empty place, erased people stay erased, and the product works on it', async () => {
    // Not in the backup, but in a newer one that is damaged itself.
    await erase(late)
    await takeBackup(newer, placesOf(product), PASSPHRASE)
    truncateSync(newer, Math.floor(statSync(newer).size / 2))
    await expect(checkBackup(newer, PASSPHRASE)).rejects.toThrow('it is cut off')

    const second = await started({
      env: keys,
      migrate: false,
      eventStore: false,
      prepare: async (services, filesUrl) => {
        const env = { DATABASE_URL: services.databaseUrl, FILES_URL: filesUrl }
        const { stdout } = await command('restore', [file, '--erased-in', newer], env)
        expect(stdout).toContain('the balances and the signed heads fit the log')
        expect(stdout).toContain('and 2 files')
        expect(stdout).toContain(`${late.id} has been erased.`)
        expect(stdout).not.toContain(`${gone.id} has been erased.`)
        await services.restartEventStore()
        services.eventStoreUrl = services.eventStoreServer!.url
      },
    })
    const { events: taken } = await checkBackup(file, PASSPHRASE)
    expect(taken).toBeGreaterThan(before)
    expect((await logOf(second)).slice(0, taken), 'with ids, positions and times').toEqual(
      (await logOf(product)).slice(0, taken),
    )

    const [again, shop] = [
      await Person.signIn(second.address, ani, PASSWORD),
      await Person.signIn(second.address, cafe, PASSWORD),
    ]
    await award(second, shop, ani.code)
    const rows = await waitUntil('every event has its rows', async () => {
      const [found, balances] = [await balancesOf(second), await folded(second)]
      return isDeepStrictEqual(sorted(found), sorted(balances)) && found
    })
    expect(rows.get(`account-${cafe.id}.${ani.id}`)).toBeGreaterThan(before * 100)
    expect(await statement(second, again)).toMatchObject({ ok: true, problems: [] })
    expect((await fetch(`${second.address}${logo}`)).status).toBe(200)
    for (const { id, email } of [gone, late]) {
      await expect(Person.signIn(second.address, { id, email }, PASSWORD)).rejects.toThrow('401')
      const { rows } = await second.pool.query(
        `SELECT first_name, erased_at IS NOT NULL AS erased FROM users WHERE id = $1`,
        [id],
      )
      expect(rows).toEqual([{ first_name: '', erased: true }])
      // The worker closes their accounts wherever it runs next.
      expect((await second.pool.query('SELECT FROM account_closings WHERE user_id = $1', [id])).rowCount).toBe(1)
    }
    expect((await second.buyer()).id, 'a newcomer gets an id of their own').toBeGreaterThan(late.id)
  })
})
