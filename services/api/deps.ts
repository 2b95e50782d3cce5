/** The dependencies of all routes, opened once per process and passed by name; routes use no globals. */
import type { Logger } from 'pino'
import { createUsers, type Users } from '#accounts/users.ts'
import { createAwards, type Awards } from '#businesses/counter/awards.ts'
import { createBusinesses, type Businesses } from '#businesses/profile/businesses.ts'
import { createDirectory, type Directory } from '#businesses/profile/directory.ts'
import { createManagers, type Managers } from '#businesses/staff/managers.ts'
import { createStaff, type Staff } from '#businesses/staff/staff.ts'
import { createTills, type Tills } from '#businesses/staff/tills.ts'
import type { SubscriptionDeps } from '#businesses/plans/change-subscription.ts'
import { bankTransfer } from '#businesses/payments/bank-transfer.ts'
import { createPlanTerms, type PlanTermsReader } from '#businesses/plans/plan-terms.ts'
import { usedInMonth } from '#businesses/counter/quota.ts'
import { LOG_PREFIXES } from '#contracts/events/support-events.ts'
import { readSeal } from '#audit/canonical-event.ts'
import { openMerkleTree, type MerkleTree } from '#audit/merkle-tree.ts'
import { tellIfReplaced } from '#audit/signing-key-known.ts'
import { openSigningKey, type SigningKey } from '#audit/signing-key.ts'
import type { Ledger } from '#ledger/ledger.ts'
import type { Env } from '#platform/env/env.ts'
import { openFileStorage, type FileStorage } from '#platform/files/file-storage.ts'
import { createEventStoreGateway, type EventStoreGateway } from '#platform/event-store/gateway.ts'
import { openLedgerPeers, type LedgerPeers } from '#platform/ledger-peers/open.ts'
import { openLedgerThread } from '#platform/ledger-thread/open.ts'
import { NothingWritten } from '#platform/ledger-thread/write-outage.ts'
import { countAppend, createMetrics, type Metrics } from '#platform/metrics/metrics.ts'
import { measuredLedger } from '#platform/metrics/measured-ledger.ts'
import { createLedgerTraces } from '#platform/traces/traced-ledger.ts'
import { during, openTraces, type Traces } from '#platform/traces/traces.ts'
import { isNotMigrated, NOT_MIGRATED } from '#platform/postgres/not-migrated.ts'
import { openVapidKey, type VapidKey } from '#platform/push/vapid-key.ts'
import { createPdfDrawings, type PdfDrawings } from '#platform/documents/pdf-drawings.ts'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { listenForRowChanges } from '#platform/postgres/row-changes.ts'
import { createRedis, tellWhenAway, type Redis } from '#platform/redis/redis.ts'
import { takenOfMonth } from '#projections/monthly-transactions/taken-of-month.ts'
import { createPositionWaiter, type PositionWaiter } from '#projections/runtime/wake/await-position.ts'
import { createWakeQueue, type WakeQueue } from '#projections/runtime/wake/queue.ts'
import {
  CHORES_QUEUE,
  EVENTS_QUEUE,
  HEADS_QUEUE,
  MAIL_QUEUE,
  PROJECTION_QUEUE,
  PUSH_QUEUE,
  QUOTA_QUEUE,
  REPLAY_QUEUE,
  SELF_CHECK_QUEUE,
} from '#projections/runtime/generations/status.ts'
import { ApiError } from './http/api-error.ts'
import { createOnce, type Once } from './idempotency/once.ts'
import { createLiveHub, type LiveHub } from './routes/live/live-hub.ts'
import { recordPush } from './routes/live/record-push.ts'
import { CONSISTENCY_WAIT_MS } from './plugins/consistency.ts'
import { RedisSessions } from './session/session-store.ts'
import { createSignInGuard, type SignInGuard } from './guards/sign-in-guard.ts'
import { createPinAttempts, type PinAttempts } from './guards/pin-attempts.ts'
import { createTillLocks, type TillLocks } from './till/till-locks.ts'
import { createTriedCodes, type TriedCodes } from './guards/tried-codes.ts'
import { createUnknownBuyers, type UnknownBuyers } from './guards/unknown-buyers.ts'
import { createWrongCodes, type WrongCodes } from './guards/wrong-codes.ts'

export type Deps = {
  env: Env
  log: Logger
  metrics: Metrics
  traces: Traces
  pool: Pool
  redis: Redis
  users: Users
  businesses: Businesses
  staff: Staff
  managers: Managers
  tills: Tills
  tillLocks: TillLocks
  pinAttempts: PinAttempts
  directory: Directory
  planTerms: PlanTermsReader
  /** The payment provider, and the award count that a plan change needs. */
  billing: SubscriptionDeps
  ledger: Ledger
  /** For commands that other APIs forward; undefined without LEDGER_PEERS. */
  forPeers: LedgerPeers['served'] | undefined
  awards: Awards
  once: Once
  wrongCodes: WrongCodes
  unknownBuyers: UnknownBuyers
  triedCodes: TriedCodes
  positions: PositionWaiter
  live: LiveHub
  projectionQueue: WakeQueue
  sessions: RedisSessions
  signIns: SignInGuard
  files: FileStorage
  pdfs: PdfDrawings
  /**
   * Wakes the worker for committed mails, outbox events, chores, replays or self-checks. A lost
   * wake-up costs seconds.
   */
  wake(...what: ('mail' | 'events' | 'chores' | 'replay' | 'selfCheck')[]): void
  /** Every queue by its name, for the administrator's queue board. */
  queues: Record<string, WakeQueue>
  /** Ledger events after a position, counted to 1,000. Throws if the event store is down. */
  eventsAfter(position: bigint | null): Promise<{ count: number; oldestAt: Date | null }>
  /** An account's stream, read straight from the event store. */
  readStream: EventStoreGateway['readStream']
  /** The stored event at a commit position. */
  eventAt: EventStoreGateway['eventAt']
  /** The end of the log, whatever event stands there. */
  endOfLog: EventStoreGateway['end']
  merkle: MerkleTree
  signingKey: SigningKey
  /** For Web Push. */
  vapidKey: VapidKey
  /** The key that seals redemption codes in published events. */
  seal(): Promise<Buffer>
  quota: { usedInMonth(businessId: number, month: string): Promise<number> }
  /** The newest position of the ledger's log; null while it is empty. Throws if the event store is down. */
  head(): Promise<bigint | null>
  /**
   * Waits until the read models have reached the present end of the log; only then is a missing row
   * known to be missing.
   * Throws 'busy' after CONSISTENCY_WAIT_MS, and throws if the event store is down.
   */
  waitForHead(): Promise<void>
  /** Throws if the event store is down or writes nothing, or if the ledger thread is not running yet. */
  storeInfo(): Promise<{ product: string }>
  now(): Date
  /** True once this process is shutting down (end-in-order.ts). */
  ending: { begun: boolean }
  close(): Promise<void>
}

const LAG_COUNTED_TO = 1_000
const POOL_MAX = 10

export async function openDeps(env: Env, log: Logger): Promise<Deps> {
  const warn = (message: string, error: unknown) => log.warn({ err: error }, message)
  const pool = createPool(env.DATABASE_URL, { max: POOL_MAX, name: 'hatik-api' })
  const redis = createRedis(env.REDIS_URL)
  tellWhenAway(redis, {
    away: (reason) =>
      log.error(
        { reason },
        'Redis (REDIS_URL) is unavailable: sessions cannot be read, and API calls are answered with "try again"',
      ),
    back: () => log.info('Redis is available again'),
  })
  // Reads (main thread) and appends (ledger thread) use separate connections.
  const metrics = createMetrics()
  const traces = await openTraces(env, log, 'api')
  const ofLedger = createLedgerTraces(traces)
  const onRenewed = () => metrics.storeReconnections.inc({ connection: 'client' })
  const store = createEventStoreGateway(env.EVENTSTORE_URL, { onWarning: warn, onRenewed })
  const ledgerThread = openLedgerThread(env.EVENTSTORE_URL, {
    databaseUrl: env.DATABASE_URL,
    onWarning: warn,
    onRenewed,
    onAppend(sample) {
      countAppend(metrics, sample)
      ofLedger.appended(sample)
    },
    tracedShare: traces.share,
  })
  const peers = openLedgerPeers(env, ledgerThread.ledger, {
    ...ofLedger,
    onForwarded: (outcome) => metrics.forwardedCommands.inc({ outcome }),
  })
  const ledger = measuredLedger(ofLedger.traced(peers?.ledger ?? ledgerThread.ledger), metrics)
  const pdfs = createPdfDrawings()
  const logReader = store.openLogReader(LOG_PREFIXES)
  const movedSubscriber = createRedis(env.REDIS_URL)
  const positions = createPositionWaiter({ databaseUrl: env.DATABASE_URL })
  const rowChanges = listenForRowChanges(env.DATABASE_URL)
  const projectionQueue = createWakeQueue(env.REDIS_URL, PROJECTION_QUEUE)
  let seal: Promise<Buffer> | undefined
  const wakeQueues = {
    mail: createWakeQueue(env.REDIS_URL, MAIL_QUEUE),
    events: createWakeQueue(env.REDIS_URL, EVENTS_QUEUE),
    chores: createWakeQueue(env.REDIS_URL, CHORES_QUEUE),
    replay: createWakeQueue(env.REDIS_URL, REPLAY_QUEUE),
    selfCheck: createWakeQueue(env.REDIS_URL, SELF_CHECK_QUEUE),
  }
  const others = {
    [QUOTA_QUEUE]: createWakeQueue(env.REDIS_URL, QUOTA_QUEUE),
    [HEADS_QUEUE]: createWakeQueue(env.REDIS_URL, HEADS_QUEUE),
    [PUSH_QUEUE]: createWakeQueue(env.REDIS_URL, PUSH_QUEUE),
  }
  const queues = {
    [PROJECTION_QUEUE]: projectionQueue,
    [REPLAY_QUEUE]: wakeQueues.replay,
    [SELF_CHECK_QUEUE]: wakeQueues.selfCheck,
    [MAIL_QUEUE]: wakeQueues.mail,
    [EVENTS_QUEUE]: wakeQueues.events,
    [CHORES_QUEUE]: wakeQueues.chores,
    ...others,
  }
  const waitForHead = async () => {
    const head = await logReader.head()
    if (head !== null && !(await positions.wait(head, CONSISTENCY_WAIT_MS))) throw new ApiError('busy')
  }
  const signingKey = openSigningKey({ seed: env.LEDGER_KEY, file: env.LEDGER_KEY_FILE })
  tellIfReplaced(pool, signingKey, log).catch((error: unknown) => {
    if (isNotMigrated(error)) log.fatal(NOT_MIGRATED)
    else warn('cannot check whether the signing key has signed before', error)
  })
  const vapidKey = openVapidKey({ key: env.PUSH_KEY, file: env.PUSH_KEY_FILE })
  const planTerms = createPlanTerms(pool)
  const awards = createAwards({
    ledger,
    db: pool,
    planTerms,
    onPlace: (outcome) => metrics.quotaPlaces.inc({ outcome }),
    reserving: (correlationId, work) => during(traces, correlationId, 'reserve', work),
    onFailed: (error) => warn('confirming a quota place failed and will be retried', error),
  })

  return {
    env,
    log,
    metrics,
    traces,
    pool,
    redis,
    users: createUsers(pool, rowChanges),
    businesses: createBusinesses(pool, rowChanges),
    staff: createStaff(pool, rowChanges),
    managers: createManagers(pool, rowChanges),
    tills: createTills(pool, rowChanges),
    tillLocks: createTillLocks(redis, { secret: env.SESSION_SECRET }),
    pinAttempts: createPinAttempts(redis, { enabled: env.RATE_LIMITS === 'on' }),
    directory: createDirectory(pool),
    planTerms,
    billing: {
      provider: bankTransfer,
      async awardsOfMonth(db, businessId, month) {
        await waitForHead()
        return takenOfMonth(db, businessId, month)
      },
    },
    ledger,
    forPeers: peers?.served,
    awards,
    once: createOnce({ redis, pool, ledger, secret: env.SESSION_SECRET }),
    wrongCodes: createWrongCodes(redis, { enabled: env.RATE_LIMITS === 'on' }),
    unknownBuyers: createUnknownBuyers({ enabled: env.RATE_LIMITS === 'on' }),
    triedCodes: createTriedCodes(redis, { enabled: env.RATE_LIMITS === 'on' }),
    positions,
    live: createLiveHub(movedSubscriber, {
      onBroken: (error) => warn('live updates: receiving account updates failed', error),
      onTold: (told) => recordPush(traces, told),
    }),
    projectionQueue,
    sessions: new RedisSessions(redis),
    signIns: createSignInGuard(redis, env),
    files: openFileStorage(env.FILES_URL),
    pdfs,
    wake(...what) {
      for (const one of what)
        wakeQueues[one].wake().catch((error: unknown) => warn('the worker could not be woken up', error))
    },
    queues,
    async eventsAfter(position) {
      const reader = store.openLogReader(LOG_PREFIXES)
      try {
        const { events } = await reader.read(position, LAG_COUNTED_TO)
        return { count: events.length, oldestAt: events[0]?.storedAt ?? null }
      } finally {
        await reader.close()
      }
    },
    readStream: (stream, from, options) => store.readStream(stream, from, options),
    eventAt: (position) => store.eventAt(position),
    endOfLog: () => store.end(),
    merkle: openMerkleTree(pool),
    signingKey,
    vapidKey,
    seal: () =>
      (seal ??= readSeal(pool).catch((error: unknown) => {
        seal = undefined
        throw error
      })),
    quota: { usedInMonth: (businessId, month) => usedInMonth(pool, businessId, month) },
    head: () => logReader.head(),
    waitForHead,
    async storeInfo() {
      if (!ledgerThread.running()) throw new Error('The ledger thread is starting')
      const { reachable, version } = await store.info()
      if (!reachable) throw new Error('The event store does not answer')
      if (ledgerThread.writesSilent()) throw new NothingWritten()
      return { product: productOf(version) }
    },
    now: () => new Date(),
    ending: { begun: false },
    async close() {
      await awards.drain()
      await Promise.allSettled([
        logReader.close(),
        positions.close(),
        rowChanges.close(),
        ...Object.values(queues).map((queue) => queue.close()),
      ])
      peers?.close()
      await Promise.allSettled([ledgerThread.close(), pdfs.close(), store.close(), pool.end()])
      movedSubscriber.disconnect()
      redis.disconnect()
      await traces.close()
    },
  }
}

/** The embedded store is always named as such, also in the readiness response. */
function productOf(version: string | undefined): string {
  if (version?.includes('embedded')) {
    return `embedded event store ${version}, protocol subset, single node, for development, tests and small installations`
  }
  return `EventStoreDB protocol, version ${version ?? 'unknown'}`
}
