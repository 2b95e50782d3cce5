/**
 * Queues that wake the workers; the only file that knows BullMQ. Jobs are empty and only say "read the log", so Redis
 * may lose or duplicate them.
 * At most one job is pending; one added during a run starts the next run (deduplication with keepLastIfActive).
 */
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { setTimeout as sleep } from 'node:timers/promises'
import { coalesce } from '#platform/process/coalesce.ts'
import { wasDemoted } from '#platform/redis/redis.ts'

const PREFIX = 'hatik'
/** These names stay, because workers of several versions share the queues in Redis. */
const WAKE_UP = 'ring'
const TICK = 'tick'
/** Ms for which a killed worker's job stays locked; scheduled jobs run meanwhile. */
const LOCK_MS = 10_000
const RETRY_WAIT_MS = 500
const RETRIES = 5
/** Kept for the health page. */
const KEEP_FAILED = { age: 3_600, count: 100 }
const WAKE_UP_OPTIONS = {
  deduplication: { id: WAKE_UP, keepLastIfActive: true },
  attempts: RETRIES,
  backoff: { type: 'fixed', delay: RETRY_WAIT_MS },
  removeOnComplete: true,
  removeOnFail: KEEP_FAILED,
}
const ANSWER_WAIT_MS = 2_000
/** Longer than the ten seconds for which BullMQ blocks on the next job. */
const JOB_WAIT_MS = 15_000
const CLOSE_WAIT_MS = 2_000
/** Ticks without a finished job before the watchdog starts over. */
const SILENT_TICKS = 3
/** A job is reported as long from here on, and each time its duration doubles. */
const LONG_RUN_MS = 5 * 60_000
/** For jobs over the whole log, which may take hours. */
export const LONG_WHOLE_LOG_MS = 4 * 3_600_000

export interface WakeQueue {
  /** For the administrator's queue board only. */
  readonly forBoard: Queue
  wake(): Promise<void>
  counts(): Promise<{ waiting: number; active: number; delayed: number; failed: number; completed: number }>
  close(): Promise<void>
}

/** BullMQ commands wait for Redis, so impatient callers check the status first. `silenceMs`: response timeout. */
function connect(redisUrl: string, silenceMs: number): Redis {
  const redis = new Redis(redisUrl, {
    maxRetriesPerRequest: null,
    connectTimeout: 5_000,
    socketTimeout: silenceMs,
    reconnectOnError: wasDemoted,
  })
  redis.on('error', () => {})
  return redis
}

/** Rejects at once while Redis is down, and after ANSWER_WAIT_MS without a response. */
export function createWakeQueue(redisUrl: string, name: string): WakeQueue {
  const redis = connect(redisUrl, ANSWER_WAIT_MS)
  const opened = new Promise<void>((resolve) => redis.once('ready', resolve).once('close', resolve))
  const queue = new Queue(name, { connection: redis, prefix: PREFIX, skipWaitingForReady: true })
  queue.on('error', () => {})

  async function answered<T>(ask: () => Promise<T>): Promise<T> {
    await opened
    if (redis.status !== 'ready') throw new Error('Redis is unavailable')
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('Redis does not answer')), ANSWER_WAIT_MS)
    })
    try {
      return await Promise.race([ask(), silence])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    forBoard: queue,
    async wake() {
      await answered(() => queue.add(WAKE_UP, {}, WAKE_UP_OPTIONS))
    },
    async counts() {
      const counts = await answered(() => queue.getJobCounts('wait', 'active', 'delayed', 'failed', 'completed'))
      return {
        waiting: counts['wait'] ?? 0,
        active: counts['active'] ?? 0,
        delayed: counts['delayed'] ?? 0,
        failed: counts['failed'] ?? 0,
        completed: counts['completed'] ?? 0,
      }
    },
    async close() {
      const closing = queue.close().catch(() => {})
      if (redis.status === 'ready') await closing
      redis.disconnect()
    },
  }
}

export type WakeWorkerOptions = {
  redisUrl: string
  name: string
  /** One at a time. A throw fails the job, which is retried. */
  run: () => Promise<void>
  tickMs: number
  onFailed: (error: unknown) => void
  /** Reports a job that blocks the others; only ending the process stops it. */
  onLong?: (tookMs: number) => void
  longMs?: number
}

export interface WakeWorker {
  /** Runs after the current job, bypassing the queue. Rejects if that run fails. */
  run(): Promise<void>
  close(): Promise<void>
}

/**
 * Worker, scheduler and watchdog. The watchdog recreates a lost scheduler (FLUSHALL). Without a finished job for a few
 * ticks, it recreates both and runs once itself, so that the read models continue without Redis.
 */
export function startWakeWorker({
  redisUrl,
  name,
  run,
  tickMs,
  onFailed,
  onLong = () => {},
  longMs = LONG_RUN_MS,
}: WakeWorkerOptions): WakeWorker {
  // Monotonic: with the wall clock set back, scheduled work would stop for that long.
  let lastRunAt = performance.now()
  let closed = false
  let direct: Promise<void> | undefined
  let pastQueue: Promise<void> | undefined
  let asked: Queue | undefined
  let longFromMs = longMs
  let runBeganAt: number | undefined
  const runs = coalesce(async () => {
    runBeganAt = performance.now()
    try {
      await run()
      lastRunAt = performance.now()
    } finally {
      runBeganAt = undefined
    }
  })
  let current = open()

  function open(): { queue: Queue; close: (force: boolean) => Promise<void> } {
    const commands = connect(redisUrl, ANSWER_WAIT_MS)
    const blocking = connect(redisUrl, JOB_WAIT_MS)
    const queue = new Queue(name, { connection: commands, prefix: PREFIX, skipWaitingForReady: true })
    const worker = new Worker(name, runs.run, {
      connection: blocking,
      prefix: PREFIX,
      concurrency: 1,
      lockDuration: LOCK_MS,
      stalledInterval: LOCK_MS / 2,
      // Stalled jobs are harmless.
      maxStalledCount: 1_000_000,
      removeOnComplete: { count: 0 },
      removeOnFail: KEEP_FAILED,
    })
    queue.on('error', () => {})
    worker.on('error', () => {})
    worker.on('failed', (_job, error) => onFailed(error))
    schedule(queue).catch(() => {})
    return {
      queue,
      async close(force) {
        // A worker that has lost Redis may never close; nothing is lost by abandoning it.
        const patience = new AbortController()
        await Promise.race([
          Promise.allSettled([worker.close(force), queue.close()]),
          sleep(CLOSE_WAIT_MS, undefined, { signal: patience.signal }).catch(() => {}),
        ])
        patience.abort()
        worker.disconnect().catch(() => {})
        commands.disconnect()
        blocking.disconnect()
      },
    }
  }

  async function schedule(queue: Queue): Promise<void> {
    await queue.upsertJobScheduler(
      TICK,
      { every: tickMs },
      { name: TICK, opts: { removeOnComplete: true, removeOnFail: KEEP_FAILED } },
    )
    await queue.add('start', {}, { removeOnComplete: true, removeOnFail: KEEP_FAILED })
  }

  const watchdog = setInterval(() => {
    if (closed) return
    if (!direct) void keepScheduled()
    const tookMs = runBeganAt === undefined ? undefined : performance.now() - runBeganAt
    tellIfLong(tookMs)
    if (direct || tookMs !== undefined) return
    if (performance.now() - lastRunAt < SILENT_TICKS * tickMs) return
    direct = startOver().finally(() => {
      direct = undefined
    })
  }, tickMs)

  function tellIfLong(tookMs: number | undefined): void {
    if (tookMs === undefined) longFromMs = longMs
    else if (tookMs >= longFromMs) {
      longFromMs = 2 * tookMs
      onLong(tookMs)
    }
  }

  /** Detects a lost scheduler, or one waiting for a time set by a wrong clock. */
  async function keepScheduled(): Promise<void> {
    const { queue } = current
    if (asked === queue) return
    asked = queue
    try {
      const scheduler = await queue.getJobScheduler(TICK)
      // After the clock was set back, the next tick and delayed retries may be due years ahead.
      const isBeyond = scheduler?.next !== undefined && scheduler.next - Date.now() > SILENT_TICKS * tickMs
      if (isBeyond) {
        await queue.removeJobScheduler(TICK)
        await queue.drain(true)
      }
      if (!scheduler || isBeyond) await schedule(queue)
    } catch {
      // The queue is closed.
    }
    asked = undefined
  }

  async function startOver(): Promise<void> {
    const old = current
    void old.close(true)
    current = open()
    try {
      await runs.run()
    } catch (error) {
      onFailed(error)
    }
    lastRunAt = performance.now()
  }

  return {
    run() {
      if (closed) return Promise.resolve()
      const run = runs.run()
      pastQueue = run.catch(() => {})
      return run
    },
    async close() {
      closed = true
      clearInterval(watchdog)
      await Promise.all([direct, pastQueue])
      await current.close(false)
    },
  }
}
