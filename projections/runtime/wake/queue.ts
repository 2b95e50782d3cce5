/**
 * The queues that wake the workers; the only file here that knows BullMQ. Jobs are empty (design.md 1, rule 3): a ring, as such a job is called,
 * only says "look at the log", so Redis may lose or duplicate any of them.
 *
 * At most one ring is outstanding: a ring while another waits is dropped, a ring during a run starts the next run
 * (deduplication with keepLastIfActive). So batches form by themselves while the worker is busy (performance.md 2f).
 */
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { setTimeout as sleep } from 'node:timers/promises'
import { wasDemoted } from '#platform/redis/redis.ts'
import { oneAtATime } from './one-at-a-time.ts'

const PREFIX = 'hatik'
const RING = 'ring'
const TICK = 'tick'
/** A killed worker keeps its job locked for this long; meanwhile the ticks ring. */
const LOCK_MS = 10_000
const RETRY_WAIT_MS = 500
const RETRIES = 5
/** Failed runs stay for the health page, not for ever. */
const KEEP_FAILED = { age: 3_600, count: 100 }
const RING_OPTIONS = {
  deduplication: { id: RING, keepLastIfActive: true },
  attempts: RETRIES,
  backoff: { type: 'fixed', delay: RETRY_WAIT_MS },
  removeOnComplete: true,
  removeOnFail: KEEP_FAILED,
}
const ANSWER_WAIT_MS = 2_000
/** Longer than the ten seconds for which a worker lets Redis be silent when it asks for its next job. */
const JOB_WAIT_MS = 15_000
const CLOSE_WAIT_MS = 2_000
/** After this many ticks without a finished run the watchdog starts over. */
const SILENT_TICKS = 3
/** From here on a run is reported as long, and again each time its duration has doubled. */
const LONG_RUN_MS = 5 * 60_000
/** The same for runs that go through the whole log and may take hours. */
export const LONG_WHOLE_LOG_MS = 4 * 3_600_000

export interface RingQueue {
  /** The queue itself, for the administrator's board and nothing else. */
  readonly forBoard: Queue
  ring(): Promise<void>
  counts(): Promise<{ waiting: number; active: number; delayed: number; failed: number; completed: number }>
  close(): Promise<void>
}

/**
 * BullMQ makes its commands wait until Redis is back; callers that must not wait check the status first. `silenceMs`: how long an answer may be
 * overdue before the connection is renewed.
 */
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

/** Rings and counts, for anybody. Rejects at once while Redis is down, and soon if it does not answer. */
export function createRingQueue(redisUrl: string, name: string): RingQueue {
  const redis = connect(redisUrl, ANSWER_WAIT_MS)
  const opened = new Promise<void>((resolve) => redis.once('ready', resolve).once('close', resolve))
  const queue = new Queue(name, { connection: redis, prefix: PREFIX, skipWaitingForReady: true })
  queue.on('error', () => {})

  async function answered<T>(ask: () => Promise<T>): Promise<T> {
    await opened
    if (redis.status !== 'ready') throw new Error('Redis is away')
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
    async ring() {
      await answered(() => queue.add(RING, {}, RING_OPTIONS))
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

export type RingWorkerOptions = {
  redisUrl: string
  name: string
  /** Runs one at a time. A throw is a failed run: it is retried, and the next ring runs anyway. */
  run: () => Promise<void>
  /** How often the scheduler rings, whatever the bell heard. */
  tickMs: number
  onFailed: (error: unknown) => void
  /** A run has already taken this long. Nothing else runs meanwhile; if it never ends, somebody has to end the process. */
  onLong?: (tookMs: number) => void
  longMs?: number
}

export interface RingWorker {
  /** Runs in this process as soon as the present run has ended, bypassing the queue. Rejects if the run fails. */
  run(): Promise<void>
  close(): Promise<void>
}

/**
 * The worker, its scheduler, and a watchdog over both. The watchdog recreates the scheduler if Redis has forgotten it (FLUSHALL). If no run
 * has finished for a few ticks (Redis is down, or a job is stuck in a list that nobody reads), it recreates worker and scheduler and runs once by
 * itself, so that not even a dead Redis stops the read models. A run that takes longer does not count as silence: nothing is started beside it.
 */
export function startRingWorker({
  redisUrl,
  name,
  run,
  tickMs,
  onFailed,
  onLong = () => {},
  longMs = LONG_RUN_MS,
}: RingWorkerOptions): RingWorker {
  // Not the wall clock: if it is set back, whatever depends on ticks alone would stand still for that long (performance.md 5.3, F31).
  let lastRunAt = performance.now()
  let closed = false
  let direct: Promise<void> | undefined
  let pastQueue: Promise<void> | undefined
  let asked: Queue | undefined
  let longFromMs = longMs
  /** A worker that was given up may still be in the middle of its run. */
  const runs = oneAtATime(async () => {
    await run()
    lastRunAt = performance.now()
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
      // A stalled run did no harm, however often it happens.
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
        // A worker whose Redis went away meanwhile may wait for ever; it has nothing to hand back that matters.
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
    // For whatever was written while nobody listened.
    await queue.add('start', {}, { removeOnComplete: true, removeOnFail: KEEP_FAILED })
  }

  const watchdog = setInterval(() => {
    if (closed) return
    if (!direct) void keepScheduled()
    const tookMs = runs.underWayMs()
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

  /** A flush removes the scheduler, or it waits for a time that a wrong clock told: as long as the bell rings nobody would notice. */
  async function keepScheduled(): Promise<void> {
    const { queue } = current
    // While Redis is down the last request still waits for its answer.
    if (asked === queue) return
    asked = queue
    try {
      const scheduler = await queue.getJobScheduler(TICK)
      // Where the clock was set back, the next tick, and a run that waits to be repeated, are due when it is as late again: in an hour, or in seventy years.
      const isBeyond = scheduler?.next !== undefined && scheduler.next - Date.now() > SILENT_TICKS * tickMs
      if (isBeyond) {
        await queue.removeJobScheduler(TICK)
        await queue.drain(true)
      }
      if (!scheduler || isBeyond) await schedule(queue)
    } catch {
      // The queue has been closed; the watchdog will notice the silence.
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
    // Not sooner again than after the same silence, also where it failed.
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
