import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/units/time.ts'
import type { EventMetadata } from '#contracts/events/ledger-events.ts'
import { holdsDemo } from '#platform/env/demo.ts'
import { createEventStoreGateway } from '#platform/event-store/gateway.ts'
import { openFileStorage, type FileStorage } from '#platform/files/file-storage.ts'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { testServices, type TestServices } from '../../testing/harness.ts'
import { BUSINESSES, DEMO_SELLER, PEOPLE } from './people.ts'
import { seedDemo } from './seed.ts'

const SLOWLY_MS = 120_000

let services: TestServices
let pool: Pool
const folder = mkdtempSync(join(tmpdir(), 'hatik-demo-'))
const filesUrl = pathToFileURL(folder).href
beforeAll(async () => {
  services = await testServices({ eventStore: { env: { EVENTSTORE_HISTORY: '1' } } })
  pool = createPool(services.databaseUrl, { max: 2, name: 'hatik-test' })
})
afterAll(async () => {
  await pool?.end()
  await services?.close()
  rmSync(folder, { recursive: true })
})

const seed = () =>
  seedDemo({
    databaseUrl: services.databaseUrl,
    eventStoreUrl: async () => services.eventStoreUrl,
    takesPast: true,
    filesUrl,
  })
const perks = async () =>
  (await pool.query<{ name: string }>('SELECT name FROM perks')).rows.map(({ name }) => name).sort()
const allPerks = BUSINESSES.flatMap((business) => business.perks.map(({ name }) => name)).sort()

describe('a demo whose seed was interrupted', () => {
  it('has no business without its perks', async () => {
    await pool.query('ALTER TABLE perks RENAME TO away')
    await expect(seed()).rejects.toThrow('perks')
    await pool.query('ALTER TABLE away RENAME TO perks')
    expect((await pool.query('SELECT FROM business_profiles')).rowCount).toBe(0)
  })

  it('is recognised by production, even if an earlier version began it without a mark', async () => {
    expect(await holdsDemo(pool)).toBe(true)
    await pool.query('DELETE FROM demo_seeds')
    expect(await holdsDemo(pool)).toBe(true)
    const rename = (from: string, to: string) => pool.query('UPDATE users SET email = $2 WHERE email = $1', [from, to])
    await rename(PEOPLE.admin.email, 'away@hatik.test')
    expect(await holdsDemo(pool)).toBe(false)
    // Anybody can sign up with any address, which must not count as a demo.
    await rename(PEOPLE.ani.email, PEOPLE.admin.email)
    expect(await holdsDemo(pool)).toBe(false)
    await rename(PEOPLE.admin.email, PEOPLE.ani.email)
    await rename('away@hatik.test', PEOPLE.admin.email)
  })

  it(
    'is completed at the next start, including perks missed by an earlier version',
    async () => {
      await expect(
        seedDemo({ databaseUrl: services.databaseUrl, eventStoreUrl: async () => 'esdb://127.0.0.1:1?tls=false' }),
      ).rejects.toThrow()
      await pool.query('DELETE FROM perks WHERE id <> (SELECT min(id) FROM perks)')
      await seed()
      expect(await perks()).toEqual(allPerks)
      expect((await pool.query("SELECT FROM demo_seeds WHERE name = 'demo/1'")).rowCount).toBe(1)
    },
    SLOWLY_MS,
  )

  it('has an issuer of invoices, also after an earlier version; one set by hand stays', async () => {
    const seller = async () =>
      (await pool.query<{ value: object }>("SELECT value FROM settings WHERE name = 'seller'")).rows[0]?.value
    await pool.query("DELETE FROM settings WHERE name = 'seller'")
    await seed()
    expect(await seller()).toEqual(DEMO_SELLER)
    const own = { ...DEMO_SELLER, name: '«Ցորեն» ՍՊԸ' }
    await pool.query("UPDATE settings SET value = $1 WHERE name = 'seller'", [JSON.stringify(own)])
    await seed()
    expect(await seller()).toEqual(own)
  })
})

/** Largest difference between recording and storage times, in ms. */
async function recordedAndStoredApart(eventStoreUrl: string): Promise<number> {
  const store = createEventStoreGateway(eventStoreUrl)
  try {
    const { events } = await store.openLogReader(['account-', 'business-']).read(null, 5_000)
    expect(events.length).toBeGreaterThan(1_000)
    expect(new Set(events.map(({ stream }) => stream.split('-')[0]))).toEqual(new Set(['account', 'business']))
    return Math.max(
      ...events.map(({ metadata, storedAt }) =>
        Math.abs(storedAt.getTime() - Date.parse((metadata as EventMetadata).recordedAt)),
      ),
    )
  } finally {
    await store.close()
  }
}

it('the demo is stored as of its recording times, so that all books agree', async () => {
  expect(await recordedAndStoredApart(services.eventStoreUrl)).toBe(0)
})

it(
  'a store with its own clock gets the demo as of now, and its books agree too',
  async () => {
    const own = await testServices()
    try {
      await seedDemo({ databaseUrl: own.databaseUrl, eventStoreUrl: async () => own.eventStoreUrl })
      expect(await recordedAndStoredApart(own.eventStoreUrl)).toBeLessThan(60_000)
    } finally {
      await own.close()
    }
  },
  SLOWLY_MS,
)

it('three businesses have a logo and a cover of their own, and a fourth has neither (decision 57)', async () => {
  const files = openFileStorage(filesUrl)
  const { rows } = await pool.query<{ slug: string; logo: string | null; cover: string | null }>(
    'SELECT slug, logo_url AS logo, cover_url AS cover FROM business_profiles ORDER BY id',
  )
  const shown = await Promise.all(
    rows.map(async ({ slug, logo, cover }) => [
      slug,
      ...(await Promise.all([logo, cover].map(async (address) => address && sizeOf(files, address)))),
    ]),
  )
  expect(shown).toEqual([
    ['kofe-tun', '400 × 400', '1200 × 400'],
    ['gratun', '400 × 400', '1200 × 400'],
    ['tonratun', '400 × 400', '1200 × 400'],
    ['mekhak', null, null],
  ])
})

it('their first perks have a picture of their own (decision 59)', async () => {
  const files = openFileStorage(filesUrl)
  const { rows } = await pool.query<{ name: string; picture: string }>(
    'SELECT name, picture_url AS picture FROM perks WHERE picture_url IS NOT NULL ORDER BY id',
  )
  const sizes = await Promise.all(rows.map(async ({ name, picture }) => [name, await sizeOf(files, picture)]))
  expect(sizes).toEqual(
    BUSINESSES.filter(({ drawing }) => drawing !== null).map(({ perks: [first] }) => [first?.name, '400 × 400']),
  )
})

async function sizeOf(files: FileStorage, address: string): Promise<string> {
  const { width, height } = await sharp(await files.get(address.slice(1))).metadata()
  return `${width} × ${height}`
}

it('the demo is in the ledger in order of time, because lists follow one and show the other', async () => {
  const store = createEventStoreGateway(services.eventStoreUrl)
  try {
    const { events } = await store.openLogReader().read(null, 5_000)
    const times = events.map(({ metadata }) => (metadata as EventMetadata).recordedAt)
    expect(times.length).toBeGreaterThan(1_000)
    expect(times.filter((time, index) => time < (times[index - 1] ?? ''))).toEqual([])
  } finally {
    await store.close()
  }
})

it('the café’s last week was worked by three people at two tills, and nothing before says who worked', async () => {
  const store = createEventStoreGateway(services.eventStoreUrl)
  try {
    const { events } = await store.openLogReader(['account-', 'business-']).read(null, 5_000)
    const of = (type: string) => events.filter((event) => event.type === type)
    expect([of('StaffAdded').length, of('TillPaired').length]).toEqual([3, 2])
    const placed = of('PointsAwarded').filter(({ metadata }) => (metadata as EventMetadata).tillId !== undefined)
    const set = (name: 'staffId' | 'tillId') => new Set(placed.map(({ metadata }) => (metadata as EventMetadata)[name]))
    expect([set('staffId').size, set('tillId').size]).toEqual([3, 2])
    const first = Math.min(...placed.map(({ metadata }) => Date.parse((metadata as EventMetadata).recordedAt)))
    expect(Date.now() - first).toBeLessThan(8 * DAY_MS)
  } finally {
    await store.close()
  }
})
