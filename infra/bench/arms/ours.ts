/**
 * The product: API, embedded event store and projection worker, as run by `npm start`. The arm `ours-write` stops the
 * worker while measuring, to isolate the write path.
 */
import { startApi, startWorker, type ApplicationEnv } from '../../local/application.ts'
import { createDatabase, eventsDatabase } from '../../local/servers/database.ts'
import { startEventStore } from '../../local/servers/event-store.ts'
import { freePort } from '../../local/ports.ts'
import type { RunningServer } from '../../local/servers/postgres.ts'
import { migrate } from '../../migrations/migrate.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { seedPeople, seedPersonWhoSignsIn } from '../people.ts'
import type { Host } from '../load/request.ts'
import type { Arm, ArmBooks } from './arm.ts'

const LONGEST_DRAIN_MS = 180_000
const quiet = (): void => {}

export interface Product {
  /** With and without the worker; they share processes and books. */
  arms: readonly [Arm, Arm]
  databaseUrl: string
  eventStoreUrl: string
  /** Restarts the API with empty caches. */
  restartApi(): Promise<void>
  /** Replaces the API by so many, until `restartApi`. With `forwarding`, each forwards commands to their account's. */
  runApis(count: number, options: { forwarding: boolean }): Promise<Host[]>
  stop(): Promise<void>
}

type Pool = ReturnType<typeof createPool>

/** `storeEnv`: test switches; none in a measurement. */
export async function startOurs(
  databaseUrl: string,
  env: ApplicationEnv,
  storeEnv: Record<string, string> = {},
): Promise<Product> {
  await createDatabase(databaseUrl)
  await migrate(databaseUrl)
  const pool = createPool(databaseUrl, { max: 2, name: 'hatik-bench', statementTimeoutMs: 120_000 })
  await seedPeople(pool)
  await seedPersonWhoSignsIn(pool)
  const storeDatabaseUrl = eventsDatabase(databaseUrl)
  const store = await startEventStore({ databaseUrl: storeDatabaseUrl, env: storeEnv })
  const log = createPool(storeDatabaseUrl, { max: 2, name: 'hatik-bench', statementTimeoutMs: 120_000 })

  const port = await freePort()
  const own = { ...env, DATABASE_URL: databaseUrl, EVENTSTORE_URL: store.url, PORT: String(port), RATE_LIMITS: 'off' }
  const openApi = (at: number, more: ApplicationEnv = {}) =>
    startApi({ ...own, ...more, PORT: String(at) }, `http://127.0.0.1:${at}/api/health`, quiet)
  let apis = [await openApi(port)]
  const stopApis = () => Promise.all(apis.splice(0).map((api) => api.stop()))
  let worker: RunningServer | undefined = await startWorker(own, quiet)
  const workerOn = async () => void (worker ??= await startWorker(own, quiet))
  const workerOff = async () => {
    await worker?.stop()
    worker = undefined
  }

  const addUp = createOursBooks(pool, log)
  const books = async () => {
    await workerOn()
    const drainMs = await untilCaughtUp(pool, log)
    await untilLeavesGrown(pool)
    return { drainMs, ...(await addUp()) }
  }
  const common = {
    host: { host: '127.0.0.1', port },
    watchDatabaseUrl: databaseUrl,
    books,
    stop: async () => {},
  }
  const servers = () => [
    ...apis.map(({ pid }, index) => ({ name: index === 0 ? 'api' : `api ${index + 1}`, pid })),
    { name: 'store', pid: store.pid },
  ]
  const whole: Arm = {
    ...common,
    name: 'ours',
    watched: () => [...servers(), ...(worker ? [{ name: 'worker', pid: worker.pid }] : [])],
    begin: workerOn,
    end: async () => {},
  }
  const writeOnly: Arm = {
    ...common,
    name: 'ours-write',
    watchDatabaseUrl: undefined,
    watched: servers,
    begin: workerOff,
    end: workerOn,
  }
  return {
    arms: [whole, writeOnly],
    databaseUrl,
    eventStoreUrl: store.url,
    restartApi: async () => {
      await stopApis()
      apis = [await openApi(port)]
    },
    runApis: async (count, { forwarding }) => {
      await stopApis()
      const ports = [port, ...(await Promise.all(Array.from({ length: count - 1 }, freePort)))]
      const peers = (await Promise.all(ports.map(freePort))).map((at) => `http://127.0.0.1:${at}`)
      for (const [index, at] of ports.entries()) {
        const more = forwarding ? { LEDGER_PEERS: peers.join(','), LEDGER_SELF: peers[index]! } : {}
        apis.push(await openApi(at, more))
      }
      return ports.map((at) => ({ host: '127.0.0.1', port: at }))
    },
    stop: async () => {
      await stopApis()
      await workerOff()
      await store.stop()
      await Promise.all([pool.end(), log.end()])
    },
  }
}

/** Ms until the live checkpoint reaches the end of the log. Throws after three minutes. */
export async function untilCaughtUp(pool: Pool, log: Pool): Promise<number> {
  const startedAt = performance.now()
  const head = (
    await log.query<{ position: string }>(
      `SELECT coalesce(max(position), 0)::text AS position FROM events WHERE stream LIKE 'account-%'`,
    )
  ).rows[0]
  for (;;) {
    const { rows } = await pool.query<{ position: string }>(
      'SELECT coalesce(position, 0)::text AS position FROM projection_generations WHERE live',
    )
    const tookMs = performance.now() - startedAt
    if (BigInt(rows[0]?.position ?? 0) >= BigInt(head?.position ?? 0)) return tookMs
    if (tookMs > LONGEST_DRAIN_MS) throw new Error(`The read models did not catch up within ${LONGEST_DRAIN_MS} ms`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Ordinary backlog of the next tree head; see GROWS_AFTER in services/audit/keep-log.ts. */
const LEAVES_BETWEEN_HEADS = 2_500

/** Waits for the Merkle tree, so that the next run does not pay for this one. Throws after three minutes. */
async function untilLeavesGrown(pool: Pool): Promise<void> {
  const few = async () => {
    const { rows } = await pool.query<{ missing: number }>(
      'SELECT count(*) AS missing FROM read.movements WHERE position > (SELECT coalesce(max(position), 0) FROM ledger_leaves)',
    )
    return rows[0]!.missing <= LEAVES_BETWEEN_HEADS
  }
  await waitUntil('the Merkle log takes in what a run has left to it', few, LONGEST_DRAIN_MS)
}

type LogSums = { awards: number; tenths: number; commands: number; ids: number; position: string }
type ReadSums = { balances: number; issued: number; months: number; counted: number; lines: number; moved: number }

/**
 * Reads the log directly from the store's table, from where the last books ended, and sums whole read models through
 * their views.
 */
export function createOursBooks(pool: Pool, log: Pool): () => Promise<ArmBooks> {
  const so = { awards: 0, tenths: 0, doubled: 0, position: '0' }
  return async () => {
    const inLog = await log.query<LogSums>(
      `WITH award AS (
        SELECT id, position, (convert_from(data, 'UTF8')::json ->> 'tenths')::bigint AS tenths, convert_from(metadata, 'UTF8')::json ->> 'commandId' AS command
        FROM events WHERE position > $1 AND stream LIKE 'account-%' AND type = 'PointsAwarded'
      )
      SELECT count(*) AS awards, coalesce(sum(tenths), 0)::bigint AS tenths, count(DISTINCT command) AS commands, count(DISTINCT id) AS ids,
        coalesce(max(position), $1)::text AS position FROM award`,
      [so.position],
    )
    const inReadModels = await pool.query<ReadSums>(`
      SELECT (SELECT coalesce(sum(balance_tenths), 0)::bigint FROM read.account_balances) AS balances,
        (SELECT coalesce(sum(issued_tenths), 0)::bigint FROM read.business_stats) AS issued,
        (SELECT coalesce(sum(awarded_tenths), 0)::bigint FROM read.monthly_transactions) AS months,
        (SELECT coalesce(sum(awards), 0)::bigint FROM read.monthly_transactions) AS counted,
        (SELECT count(*) FROM read.movements) AS lines,
        (SELECT coalesce(sum(delta_tenths), 0)::bigint FROM read.movements) AS moved`)
    const fresh = inLog.rows[0]!
    so.awards += fresh.awards
    so.tenths += fresh.tenths
    so.doubled += fresh.awards - Math.min(fresh.commands, fresh.ids)
    so.position = fresh.position
    const read = inReadModels.rows[0]!
    return {
      ledgerAwards: so.awards,
      ledgerTenths: so.tenths,
      doubledKeys: so.doubled,
      readModelTenths: { balances: read.balances, statistics: read.issued, months: read.months, movements: read.moved },
      readModelAwards: { months: read.counted, movements: read.lines },
    }
  }
}
