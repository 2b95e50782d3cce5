/** Isolated services for one integration test file: a database, a Redis database and an event store. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { inject } from 'vitest'
import { setSeller } from '#businesses/payments/seller.ts'
import type { Seller } from '#contracts/pages/seller.ts'
import {
  createDatabase,
  dropDatabase,
  eventsDatabase,
  onDatabase,
  onMaintenance,
  withDatabase,
} from '../local/servers/database.ts'
import { startEventStore } from '../local/servers/event-store.ts'
import type { RunningServer } from '../local/servers/postgres.ts'
import { startRedis } from '../local/servers/redis.ts'
import { asRole, handOver, openEventsDatabase, OWNER_ROLE, type Role } from '../local/roles.ts'
import { giveRights } from '../migrations/rights.ts'
import '../quality/global-setup.ts'

/** Default issuer of invoices in tests. */
const TEST_SELLER: Seller = {
  name: '«Հատիկ» ՍՊԸ',
  taxId: '00000001',
  address: 'ՀՀ, ք. Երևան',
  bank: 'Փորձնական բանկ',
  account: '1234500000000001',
}

export interface TestServicesOptions {
  /** False: none. An object: environment of the embedded store. Default true. */
  eventStore?: boolean | { env: Record<string, string> }
  /** 'own': a process that the test may flush and kill. Default true: a logical database of the shared one. */
  redis?: boolean | 'own'
  /** False: an empty database. Default true. */
  migrate?: boolean
}

export interface TestServices {
  /** A fresh database, migrated unless `migrate: false`, with all rights. */
  databaseUrl: string
  /** The same with the rights of a product role. */
  databaseUrlOf: (role: Role) => string
  /** Creates the embedded store's database if missing. Not to be called while a store uses it. */
  openStoreDatabase: () => Promise<string>
  /** Empty with `redis: false`. Pub/sub channels are shared by all logical databases. */
  redisUrl: string
  /** Empty with `eventStore: false`. */
  eventStoreUrl: string
  /** Undefined with EVENTSTORE_URL or without a store. */
  eventStoreServer: RunningServer | undefined
  /** The process with `redis: 'own'`. */
  redisServer: RunningServer | undefined
  /** Throws with EVENTSTORE_URL; such tests are skipped there. */
  killEventStore: () => Promise<void>
  /** After a kill, with the same log and port. */
  restartEventStore: (env?: Record<string, string>) => Promise<void>
  /** After a kill, with the same files and port. */
  restartRedis: () => Promise<void>
  /** Stops the services and drops the databases. */
  close: () => Promise<void>
}

/** Call once per file in `beforeAll`, and `close()` in `afterAll`. */
export async function testServices(options: TestServicesOptions = {}): Promise<TestServices> {
  const { eventStore = true, redis = true, migrate = true } = options
  const servers = inject('servers')
  const databaseUrl = withDatabase(servers.postgresUrl, `${servers.run}_${randomBytes(5).toString('hex')}`)
  await createDatabase(databaseUrl, migrate ? await migratedTemplate() : undefined)
  if (servers.withRoles) {
    await handOver(databaseUrl)
    // Rights inside the template are copied; those on the database are not.
    if (migrate) await onDatabase(asRole(databaseUrl, OWNER_ROLE), giveRights)
  }

  const storeDatabaseUrl = eventsDatabase(databaseUrl)
  const storeEnv = typeof eventStore === 'object' ? eventStore.env : {}
  const givenStore = process.env['EVENTSTORE_URL']
  const redisFolder = redis === 'own' ? mkdtempSync(join(tmpdir(), 'hatik-redis-')) : undefined

  const services: TestServices = {
    databaseUrl,
    databaseUrlOf: (role) => (servers.withRoles ? asRole(databaseUrl, role) : databaseUrl),
    openStoreDatabase: async () => (servers.withRoles ? openEventsDatabase(databaseUrl) : storeDatabaseUrl),
    redisUrl: '',
    eventStoreUrl: '',
    eventStoreServer: undefined,
    redisServer: undefined,
    killEventStore: async () => {
      if (!services.eventStoreServer) throw new Error('There is no embedded event store to kill')
      await services.eventStoreServer.kill()
    },
    restartEventStore: async (env = storeEnv) => {
      const port = services.eventStoreServer?.port ?? 0
      await services.eventStoreServer?.kill()
      services.eventStoreServer = await startEventStore({
        databaseUrl: await services.openStoreDatabase(),
        port,
        env: { EVENTSTORE_ALLOW_UNSAFE: '1', ...env },
      })
    },
    restartRedis: async () => {
      if (redisFolder === undefined)
        throw new Error("Only a Redis of the test's own may be restarted: testServices({ redis: 'own' })")
      await services.redisServer?.kill()
      services.redisServer = await startRedis({ dataDir: redisFolder })
      services.redisUrl = services.redisServer.url
    },
    close: async () => {
      await services.eventStoreServer?.stop()
      await services.redisServer?.stop()
      if (redisFolder !== undefined) rmSync(redisFolder, { recursive: true, force: true })
      else if (services.redisUrl !== '') await emptyRedis(services.redisUrl)
      await dropDatabase(databaseUrl)
      await dropDatabase(storeDatabaseUrl)
    },
  }

  if (redis === 'own') await services.restartRedis()
  else if (redis) services.redisUrl = await ownLogicalDatabase(servers.redisUrl, servers.postgresUrl, servers.run)
  if (eventStore !== false && givenStore) services.eventStoreUrl = givenStore
  else if (eventStore !== false) {
    await services.restartEventStore()
    services.eventStoreUrl = services.eventStoreServer?.url ?? ''
  }
  return services
}

const templateLock = 4_822_017

/** Migrations run once per test run, into a template database. */
async function migratedTemplate(): Promise<string> {
  const { postgresUrl, run, withRoles } = inject('servers')
  const name = `${run}_template`
  const { migrate } = await import('../migrations/migrate.ts')
  await onMaintenance(postgresUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock])
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 1) return
    const partial = withDatabase(postgresUrl, `${name}_partial`)
    await dropDatabase(partial)
    await createDatabase(partial)
    if (withRoles) await handOver(partial)
    await migrate(withRoles ? asRole(partial, OWNER_ROLE) : partial)
    await nameSeller(partial)
    await client.query(`alter database ${name}_partial rename to ${name}`)
  })
  return name
}

/** Invoices need an issuer; some tests remove it. */
async function nameSeller(databaseUrl: string): Promise<void> {
  // Not a product pool, which changes number parsing for the whole process.
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await setSeller(client, TEST_SELLER, null)
  } finally {
    await client.end()
  }
}

/**
 * The next free logical database of the shared Redis. The counter is in PostgreSQL, because tests may flush Redis;
 * numbers are reused once empty.
 */
async function ownLogicalDatabase(redisUrl: string, postgresUrl: string, run: string): Promise<string> {
  const databases = await onRedis(redisUrl, async (redis) =>
    Number(((await redis.config('GET', 'databases')) as string[])[1]),
  )
  return onMaintenance(postgresUrl, async (client) => {
    const sequence = `${run}_redis`
    await client.query('select pg_advisory_lock($1)', [templateLock])
    await client.query(`create sequence if not exists ${sequence} minvalue 1 maxvalue ${databases - 1} cycle`)
    for (let tries = 0; tries < databases; tries += 1) {
      const next = await client.query<{ number: string }>(`select nextval('${sequence}') as number`)
      const url = `${redisUrl.replace(/\/+$/, '')}/${next.rows[0]?.number}`
      if ((await onRedis(url, (redis) => redis.dbsize())) === 0) return url
    }
    throw new Error('Every logical database of Redis is in use')
  })
}

async function emptyRedis(redisUrl: string): Promise<void> {
  await onRedis(redisUrl, (redis) => redis.flushdb())
}

async function onRedis<T>(redisUrl: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(redisUrl)
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}
