/** Replays in the worker: a queue of their own, so that a rebuild of an hour holds up nothing else, and connections of their own. */
import type { LogReader } from '#platform/event-store/log-reader.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { LONG_WHOLE_LOG_MS, startRingWorker } from '../wake/queue.ts'
import type { OnLeftOver } from './replay-control.ts'
import { createReplayRunner } from './replay-runner.ts'
import type { ReadModel } from '../generations/read-model.ts'
import { bringToTodaysShape } from '../generations/shape.ts'
import { REPLAY_QUEUE } from '../generations/status.ts'

const TICK_MS = 3_000
/** The lock, the checkpoint that is held, the snapshot, the batch under way, and two for the control table. */
const CONNECTIONS = 6
/** Of every statement but the comparison's, which takes as long as the tables are large. */
const STATEMENT_WAIT_MS = 60_000

export type ReplayJob = {
  /** Resolves once the live generation has the shape that today's code writes. */
  prepare(): Promise<void>
  /** From here on whatever is asked for is done. */
  start(): void
  close(): Promise<void>
}

export type ReplayJobOptions = {
  databaseUrl: string
  redisUrl: string
  openLog: () => LogReader
  readModels: readonly ReadModel[]
  onUpgrade: () => void
  onSwitched: (generation: number) => void
  onLeftOver: OnLeftOver
  onFailed: (error: unknown) => void
  /** Its connections wait for an answer for as long as it takes: only this tells of one that never comes. */
  onLong: (tookMs: number) => void
  longMs?: number
}

export function createReplayJob(options: ReplayJobOptions): ReplayJob {
  const {
    databaseUrl,
    redisUrl,
    openLog,
    readModels,
    onUpgrade,
    onSwitched,
    onLeftOver,
    onFailed,
    onLong,
    longMs = LONG_WHOLE_LOG_MS,
  } = options
  const pool = createPool(databaseUrl, {
    max: CONNECTIONS,
    name: 'hatik-replay',
    statementTimeoutMs: STATEMENT_WAIT_MS,
    answerWaitMs: 0,
  })
  const stopping = new AbortController()
  const runner = createReplayRunner({ pool, openLog, readModels, signal: stopping.signal, onSwitched, onLeftOver })
  let worker: { close(): Promise<void> } | undefined
  let turn: Promise<unknown> = Promise.resolve()

  return {
    prepare: () => bringToTodaysShape(pool, readModels, { runner, signal: stopping.signal, onStart: onUpgrade }),
    start() {
      const run = async () => {
        turn = turn.then(() => runner.run())
        const mine = turn
        turn = mine.catch(() => {})
        await mine
      }
      worker = startRingWorker({ redisUrl, name: REPLAY_QUEUE, run, tickMs: TICK_MS, onFailed, onLong, longMs })
    },
    async close() {
      stopping.abort()
      await worker?.close()
      await turn
      await pool.end()
    },
  }
}
