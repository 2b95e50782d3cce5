import { fileURLToPath } from 'node:url'
import { migrate } from '../../migrations/migrate.ts'
import { answersOk } from '../../local/answers-ok.ts'
import type { ApplicationEnv } from '../../local/application.ts'
import { startChild, untilReady } from '../../local/child.ts'
import { createDatabase } from '../../local/servers/database.ts'
import { freePort } from '../../local/ports.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { businessIdOf, seedPeople } from '../people.ts'
import type { Arm, ArmBooks, CrudArm } from './arm.ts'
import { CRUD_BUSINESSES, CRUD_CHAINS, CRUD_FULL_SCHEMA, CRUD_SCHEMA } from './crud-schema.ts'

const WRITES = { crud: 'interactive', 'crud-fn': 'function', 'crud-full': 'full' } as const
const READY_WAIT_MS = 30_000
const STOP_WAIT_MS = 5_000

export async function startCrudArm(name: CrudArm, databaseUrl: string, env: ApplicationEnv): Promise<Arm> {
  await createDatabase(databaseUrl)
  await migrate(databaseUrl)
  const pool = createPool(databaseUrl, { max: 2, name: 'hatik-bench', statementTimeoutMs: 120_000 })
  await seedPeople(pool)
  await pool.query(CRUD_SCHEMA)
  await pool.query(CRUD_BUSINESSES, [businessIdOf(0)])
  if (name === 'crud-full') {
    await pool.query(CRUD_FULL_SCHEMA)
    await pool.query(CRUD_CHAINS, [businessIdOf(0)])
  }

  const port = await freePort()
  const child = await startChild({
    name,
    command: process.execPath,
    args: [fileURLToPath(new URL('crud-server.ts', import.meta.url))],
    env: {
      ...process.env,
      ...env,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      CRUD_WRITE: WRITES[name],
    },
    stopSignal: 'SIGTERM',
    stopWaitMs: STOP_WAIT_MS,
  })
  await untilReady(child, name, READY_WAIT_MS, () => answersOk(`http://127.0.0.1:${port}/api/health`))
  return {
    name,
    host: { host: '127.0.0.1', port },
    watched: () => [{ name: 'api', pid: child.pid }],
    watchDatabaseUrl: undefined,
    begin: async () => {},
    end: async () => {},
    books: async () => ({ ...(await (name === 'crud-full' ? crudFullBooks : crudBooks)(pool)), drainMs: 0 }),
    stop: async () => {
      await child.stop()
      await pool.end()
    },
  }
}

type Sums = {
  awards: number
  tenths: number
  keys: number
  balances: number
  stats: number
  counted: number
  months: number
}

export async function crudBooks(db: ReturnType<typeof createPool>): Promise<ArmBooks> {
  const { rows } = await db.query<Sums>(`
    SELECT (SELECT count(*) FROM txn) AS awards,
      (SELECT coalesce(sum(tenths), 0)::bigint FROM txn) AS tenths,
      (SELECT count(DISTINCT (business_id, idempotency_key)) FROM txn) AS keys,
      (SELECT coalesce(sum(balance_tenths), 0)::bigint FROM account) AS balances,
      (SELECT sum(issued_tenths)::bigint FROM stats) AS stats,
      (SELECT sum(awards)::bigint FROM stats) AS counted,
      (SELECT coalesce(sum(awards), 0)::bigint FROM monthly) AS months`)
  const sums = rows[0]!
  return {
    ledgerAwards: sums.awards,
    ledgerTenths: sums.tenths,
    doubledKeys: sums.awards - sums.keys,
    readModelTenths: { balances: sums.balances, statistics: sums.stats },
    readModelAwards: { statistics: sums.counted, months: sums.months },
  }
}

type FullSums = Sums & { chained: number; dayTenths: number; dayAwards: number }

async function crudFullBooks(db: ReturnType<typeof createPool>): Promise<ArmBooks> {
  const { rows } = await db.query<FullSums>(`
    SELECT (SELECT count(*) FROM history) AS awards,
      (SELECT coalesce(sum(delta_tenths), 0)::bigint FROM history) AS tenths,
      (SELECT count(*) FROM idempotency) AS keys,
      (SELECT coalesce(sum(balance_tenths), 0)::bigint FROM account) AS balances,
      (SELECT sum(issued_tenths)::bigint FROM stats) AS stats,
      (SELECT sum(awards)::bigint FROM stats) AS counted,
      (SELECT coalesce(sum(awards), 0)::bigint FROM monthly) AS months,
      (SELECT sum(size)::bigint FROM chain) AS chained,
      (SELECT coalesce(sum(issued_tenths), 0)::bigint FROM day_book) AS "dayTenths",
      (SELECT coalesce(sum(awards), 0)::bigint FROM day_book) AS "dayAwards"`)
  const sums = rows[0]!
  return {
    ledgerAwards: sums.awards,
    ledgerTenths: sums.tenths,
    doubledKeys: sums.awards - sums.keys,
    readModelTenths: { balances: sums.balances, statistics: sums.stats, days: sums.dayTenths },
    readModelAwards: { statistics: sums.counted, months: sums.months, days: sums.dayAwards, chain: sums.chained },
  }
}
