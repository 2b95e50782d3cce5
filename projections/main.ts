/**
 * The background worker, of which any number may run. It projects the log: the checkpoint's lock lets one worker write
 * at a time.
 * It also runs scheduled jobs that tolerate concurrent runs: reservations, mails, the event outbox, chores, signed tree
 * heads and the self-check.
 */
import { LOG_PREFIXES } from '#contracts/events/support-events.ts'
import { createLogKeeper, HEADS_EVERY_MS } from '#audit/keep-log.ts'
import { openSigningKey } from '#audit/signing-key.ts'
import { createSettling } from '#businesses/plans/settle-left.ts'
import { createThrottledLog, createThrottledLogs } from '#platform/process/throttled-log.ts'
import { missingInProduction } from '#platform/env/env-production.ts'
import { MOST_SHARDS, readEnv } from '#platform/env/env.ts'
import { createLiveBuffer } from '#platform/event-store/live-buffer.ts'
import { openFileStorage } from '#platform/files/file-storage.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { serveMetrics } from '#platform/metrics/serve-metrics.ts'
import { createLog } from '#platform/process/log.ts'
import { openVapidKey } from '#platform/push/vapid-key.ts'
import { isNotMigrated, NOT_MIGRATED } from '#platform/postgres/not-migrated.ts'
import { exitOnError } from '#platform/process/exit-on-error.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { createRedis, tellWhenAway } from '#platform/redis/redis.ts'
import { openTraces } from '#platform/traces/traces.ts'
import { readModels } from './all.ts'
import { byCalendar, createCalendar } from './calendar.ts'
import { createChores } from './chores.ts'
import { generationLog } from './generation-log.ts'
import { createMails } from './mails.ts'
import { createMeter } from './meter.ts'
import { createPushes } from './pushes.ts'
import { createRelay } from './relay.ts'
import { createSnapshotKeeper } from './snapshots.ts'
import { traceBatch } from './trace-batch.ts'
import { BATCH_STATEMENT_MS } from './runtime/catch-up/checkpoints.ts'
import { beginEnding } from './runtime/wake/end-in-time.ts'
import { BLOCKED, isBlocked } from './runtime/catch-up/blocked.ts'
import { createKnownPeople, RESTORED } from './runtime/catch-up/known-people.ts'
import { createLogWatch } from './runtime/wake/log-end.ts'
import { createAccountUpdates } from './runtime/catch-up/account-update.ts'
import { createNextRun } from './runtime/wake/next-run.ts'
import { createPace } from './runtime/wake/pace.ts'
import { createWakeQueue, LONG_WHOLE_LOG_MS, startWakeWorker, type WakeWorkerOptions } from './runtime/wake/queue.ts'
import { createWakeUp } from './runtime/wake/wake.ts'
import { createReplayJob } from './runtime/replay/replay-job.ts'
import { createShardedCatchUp } from './runtime/shards/sharded-catch-up.ts'
import { createRuns } from './runtime/catch-up/runs.ts'
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
} from './runtime/generations/status.ts'
import { runSelfCheck } from './self-check/run.ts'
import { openWorkerLedger } from './worker-ledger.ts'

const TICK_MS = 3_000
const SETTLE_EVERY_MS = 30_000
const MAIL_EVERY_MS = 5_000
const PUSH_EVERY_MS = 3_000
const RELAY_EVERY_MS = 5_000
const CHORES_EVERY_MS = 30_000
/** Mails 2, self-check 2 (its lock and its work), chores, relay, tree heads, pushes and snapshots 1 each. */
const CHORE_CONNECTIONS = 9
/** One for the catch-up, one for settling, and one spare, used when user IDs must be moved; in shards, one each more. */
const CONNECTIONS = 3 + MOST_SHARDS
const SELF_CHECK_EVERY_MS = 60_000
/** For statements outside the catch-up, which sets its own limit. */
const STATEMENT_WAIT_MS = 30_000
/** Longer than a batch, so that PostgreSQL cancels a slow batch before the client drops the connection. */
const ANSWER_WAIT_MS = BATCH_STATEMENT_MS + 5_000
/** Maximum delay (ms) of a wake-up if another worker takes the job; that worker has seen the event too. */
const WAKE_UP_HOLDS_MS = 20
const STOP_WAIT_MS = 8_000

const env = await exitOnError(readEnv)
const log = createLog({ level: env.LOG_LEVEL, base: { part: 'projections' } })
for (const missing of missingInProduction(process.env)) log.warn(missing)
const complain = createThrottledLogs(log)
const metrics = createMetrics()
const meter = createMeter(metrics)
const traces = await openTraces(env, log, 'worker')
const tellLong = (queue: string) => (tookMs: number) =>
  log.warn({ queue, minutes: Math.round(tookMs / 60_000) }, 'a job is taking long and blocks its queue')
/** Replays and the nightly check set their own `longMs`; any other job that takes minutes hangs. */
const startWorker = (options: Omit<WakeWorkerOptions, 'redisUrl' | 'onLong'>) =>
  startWakeWorker({ redisUrl: env.REDIS_URL, onLong: tellLong(options.name), ...meter.job(options) })

const signingKey = await exitOnError(() => openSigningKey({ seed: env.LEDGER_KEY, file: env.LEDGER_KEY_FILE }))
const vapidKey = await exitOnError(() => openVapidKey({ key: env.PUSH_KEY, file: env.PUSH_KEY_FILE }))
const pool = createPool(env.DATABASE_URL, {
  max: CONNECTIONS,
  name: 'hatik-projections',
  statementTimeoutMs: STATEMENT_WAIT_MS,
  answerWaitMs: ANSWER_WAIT_MS,
})
const redis = createRedis(env.REDIS_URL)
tellWhenAway(redis, {
  away: (reason) =>
    log.error(
      { reason },
      'Redis (REDIS_URL) is unavailable: mails, chores and signed tree heads are paused; the read models keep up to date',
    ),
  back: () => log.info('Redis is available again: mails, chores and signed tree heads resume'),
})
const { store, ledger } = openWorkerLedger(env.EVENTSTORE_URL, { log, metrics, meter, traces })
const tail = createLiveBuffer()
const queue = createWakeQueue(env.REDIS_URL, PROJECTION_QUEUE)
const stopping = new AbortController()

const tellUpdates = createAccountUpdates(redis)
const chorePool = createPool(env.DATABASE_URL, {
  max: CHORE_CONNECTIONS,
  name: 'hatik-chores',
  statementTimeoutMs: STATEMENT_WAIT_MS,
})
const noSnapshot = complain('a snapshot of an account could not be written')
const keepSnapshots = createSnapshotKeeper({ pool: chorePool, store, signal: stopping.signal, onFailed: noSnapshot })
const catchUp = createShardedCatchUp({
  pool,
  openLog: () => tail.over(store.openLogReader(LOG_PREFIXES)),
  readModels,
  shards: env.PROJECTION_SHARDS,
  onDivided: generationLog(log).onDivided,
  people: createKnownPeople(pool, (ids) => log.fatal(ids, RESTORED)),
  onCommitted(batch) {
    tellUpdates({ ...batch, traces: traceBatch(traces, batch) })
    meter.committed(batch)
    keepSnapshots(batch)
  },
  signal: stopping.signal,
})

/** Throttled, because jobs and the subscription retry every few seconds while a dependency is down. */
const ofRuns = createThrottledLog(log, {
  failed: 'updating the read models failed and will be retried',
  worked: 'updating the read models works again',
})
const ofQueue = createThrottledLog(log, {
  failed: 'the projection queue is unavailable: updating the read models without it',
  worked: 'the projection queue is available again',
})
const ofSubscription = createThrottledLog(log, {
  failed: 'the event store subscription broke and will be renewed',
  worked: 'the event store subscription is active again',
})
const logWatch = createLogWatch(pool, store)
let stoppedAt: string | undefined
const pace = createPace()
const nextRun = createNextRun()
const runs = createRuns({
  catchUp: project,
  restMs: pace.restMs,
  onLeft: () => wakeUp.request(),
  signal: stopping.signal,
})

async function project(): Promise<void> {
  nextRun.begins()
  wakeUp.cancel()
  const beganAt = performance.now()
  await logWatch.look()
  const { applied, position, generation, stoppedBy } = await catchUp.run()
  ofRuns.worked()
  pace.looked({ applied, tookMs: performance.now() - beganAt })
  if (applied > 0) log.debug({ applied, generation, position: String(position) }, 'caught up')
  if (stoppedBy && stoppedBy.position !== stoppedAt)
    log.fatal({ generation, stoppedBy }, isBlocked({ stoppedBy }) ? BLOCKED : 'an event blocks the projections')
  if (!stoppedBy && stoppedAt !== undefined) log.info({ generation }, 'the projections continue')
  stoppedAt = stoppedBy?.position
}

const replays = createReplayJob({
  databaseUrl: env.DATABASE_URL,
  redisUrl: env.REDIS_URL,
  openLog: () => store.openLogReader(LOG_PREFIXES),
  readModels,
  ...generationLog(log),
  onLeftOver: (_generation, error) =>
    complain('an unused generation of the read models could not be dropped; will be retried')(error),
  onFailed: complain('a replay was interrupted and will continue'),
  onLong: tellLong(REPLAY_QUEUE),
})
// If the store is down, the first job checks.
await logWatch.look().catch(complain('the event log could not be checked yet'))
await exitOnError(prepareReplays)
replays.start()

/** Throws a readable error if the database is unavailable; the supervisor restarts the process. */
async function prepareReplays(): Promise<void> {
  try {
    await replays.prepare()
  } catch (error) {
    if (isNotMigrated(error)) throw new Error(NOT_MIGRATED)
    throw new Error(
      `The read models in the database (DATABASE_URL) cannot be read or built: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

const worker = startWorker({
  name: PROJECTION_QUEUE,
  run: runs.run,
  tickMs: TICK_MS,
  onFailed: ofRuns.failed,
})
const settler = startWorker({
  name: QUOTA_QUEUE,
  run: createSettling({ pool, store, log, onSettled: meter.settled }),
  tickMs: SETTLE_EVERY_MS,
  onFailed: complain('settling abandoned quota places or receipts failed and will be retried'),
})

const files = openFileStorage(env.FILES_URL)
const choreReader = store.openLogReader(LOG_PREFIXES)

const mails = startWorker({
  name: MAIL_QUEUE,
  run: createMails({
    pool: chorePool,
    env,
    log,
    signal: stopping.signal,
    onRound: meter.mails,
    onLinksFailed: complain('links in mails that were sent too late could not be renewed yet'),
  }),
  tickMs: MAIL_EVERY_MS,
  onFailed: complain('sending mails failed and will be retried'),
})
const pushes = startWorker({
  name: PUSH_QUEUE,
  run: createPushes({
    pool: chorePool,
    key: vapidKey,
    subject: env.SUPPORT_EMAIL,
    log,
    signal: stopping.signal,
    onRound: meter.notifications,
  }),
  tickMs: PUSH_EVERY_MS,
  onFailed: complain('sending notifications failed and will be retried'),
})
const relay = startWorker({
  name: EVENTS_QUEUE,
  run: createRelay({
    pool: chorePool,
    store,
    signal: stopping.signal,
    onStuck: (stuck) =>
      log.fatal(
        { stuck },
        'streams of the event outbox contain events from another writer; if PostgreSQL was restored, run: npm run admin -- after-restore',
      ),
    onGrown: (waiting) => log.error(waiting, 'the event outbox keeps growing: its events are not written to the log'),
  }),
  tickMs: RELAY_EVERY_MS,
  onFailed: complain('relaying events failed and will be retried'),
})
const doChores = createChores({
  pool: chorePool,
  files,
  ledger,
  head: () => choreReader.head(),
  onFailed: (what, error) => complain(what)(error),
})
const calendar = createCalendar(chorePool, log)
const chores = startWorker({
  name: CHORES_QUEUE,
  run: async () => log.debug((await byCalendar(calendar, doChores)) ?? {}, 'chores'),
  tickMs: CHORES_EVERY_MS,
  onFailed: complain('the chores failed and will be retried'),
})
const notGrown = complain('writing leaves of the Merkle log failed and will be retried')
const logKeeper = createLogKeeper({
  pool: chorePool,
  store,
  key: signingKey,
  log,
  signal: stopping.signal,
  onMany: () => void heads.run().catch(notGrown),
})
const heads = startWorker({
  name: HEADS_QUEUE,
  run: logKeeper.grow,
  tickMs: HEADS_EVERY_MS,
  onFailed: complain('signing a tree head failed and will be retried'),
})
const selfCheck = startWorker({
  name: SELF_CHECK_QUEUE,
  run: async () => {
    const checked = await runSelfCheck({ pool: chorePool, store, signal: stopping.signal })
    metrics.checkedAccounts.inc(checked?.accounts ?? 0)
    if (checked && checked.differences > 0) log.error(checked, 'the read models differ from the log')
  },
  tickMs: SELF_CHECK_EVERY_MS,
  longMs: LONG_WHOLE_LOG_MS,
  onFailed: complain('the self-check failed and will be retried'),
})
/** Projects directly if Redis is unavailable, or if each worker has shards of its own. */
async function wakeOrProject(): Promise<void> {
  if (catchUp.isDivided()) return runs.run()
  try {
    const begun = nextRun.begun(WAKE_UP_HOLDS_MS)
    await queue.wake()
    await begun
    ofQueue.worked()
  } catch (error) {
    ofQueue.failed(error)
    await runs.run()
  }
}

const wakeUp = createWakeUp(wakeOrProject, { onFailed: ofRuns.failed })
// A tick of the queue reaches one worker, and each may have to take over a shard.
setInterval(() => catchUp.isDivided() && wakeUp.request(), TICK_MS).unref()
const onPosition = (): void => {
  if (!runs.repeat()) wakeUp.request()
}
const listening = store.listen(onPosition, {
  prefixes: LOG_PREFIXES,
  onEvent: (event) => {
    tail.heard(event)
    logKeeper.heard(event)
  },
  onConfirmed() {
    ofSubscription.worked()
    meter.subscribed()
  },
  onBreak: (error) => {
    logWatch.again()
    logKeeper.again()
    ofSubscription.failed(error)
  },
})

let stop: Promise<void> | undefined

/** Finishes the current batch; the next start continues from there. */
async function stopAll(): Promise<void> {
  stopping.abort()
  const { ended } = beginEnding({
    waitMs: STOP_WAIT_MS,
    onCutOff(waitedFor) {
      log.error({ waitedFor }, 'some work did not finish in time and was aborted; the next start resumes it')
      process.exit(1)
    },
  })
  await ended({ subscription: listening.close(), wakeUp: wakeUp.stop() })
  await ended({
    projections: worker.close(),
    settling: settler.close(),
    mails: mails.close(),
    pushes: pushes.close(),
    events: relay.close(),
    chores: chores.close(),
    queue: queue.close(),
    replays: replays.close(),
    selfCheck: selfCheck.close(),
    heads: heads.close(),
  })
  await ended({ run: runs.ended() })
  await ended({ logKeeper: logKeeper.close(), readers: catchUp.close(), choreReader: choreReader.close() })
  await ended({ store: store.close() })
  redis.disconnect()
  await ended({ pool: pool.end(), chorePool: chorePool.end() })
  await metricsServer?.close()
  await ended({ traces: traces.close() })
  log.info('stopped')
  process.exit(0)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void (stop ??= stopAll()))
process.on('disconnect', () => void (stop ??= stopAll()))

const metricsServer = await exitOnError(() => serveMetrics({ env, log, registry: metrics.registry }))
log.info('the projections are running')
