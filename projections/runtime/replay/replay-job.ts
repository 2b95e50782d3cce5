/** Replays in the worker, with their own queue and connections, so that a long rebuild blocks nothing else. */
import type { LogReader } from '#platform/event-store/log-reader.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { LONG_WHOLE_LOG_MS, startWakeWorker } from '../wake/queue.ts'
import type { OnLeftOver } from './replay-control.ts'
import { createReplayRunner } from './replay-runner.ts'
import type { ReadModel } from '../generations/read-model.ts'
import { createEarlierGenerations } from '../generations/earlier-generations.ts'
import { haveOwnGeneration, type OwnGenerationOptions } from '../generations/own-generation.ts'
import { REPLAY_QUEUE } from '../generations/status.ts'

const TICK_MS = 3_000
/** Advisory lock, locked checkpoint, snapshot, current batch, and two for the control table. */
const CONNECTIONS = 6
/** Statement timeout, except for the comparison. */
const STATEMENT_WAIT_MS = 60_000

export type ReplayJob = {
  prepare(): Promise<void>
  start(): void
  close(): Promise<void>
}

export type ReplayJobOptions = {
  databaseUrl: string
  redisUrl: string
  openLog: () => LogReader
  readModels: readonly ReadModel[]
  onBuild: OwnGenerationOptions['onBuild']
  onBuilt: OwnGenerationOptions['onBuilt']
  /** The generation of a version that no longer runs. */
  onDropped: (generation: number) => void
  onSwitched: (generation: number) => void
  onLeftOver: OnLeftOver
  onFailed: (error: unknown) => void
  /** The only sign of a lost response, because connections have no response timeout. */
  onLong: (tookMs: number) => void
  longMs?: number
}

export function createReplayJob(options: ReplayJobOptions): ReplayJob {
  const {
    databaseUrl,
    redisUrl,
    openLog,
    readModels,
    onBuild,
    onBuilt,
    onDropped,
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
  const ownGeneration = () =>
    haveOwnGeneration({
      pool,
      openLog,
      readModels,
      signal: stopping.signal,
      ...(onBuild && { onBuild }),
      ...(onBuilt && { onBuilt }),
    })
  const earlier = createEarlierGenerations({ pool, readModels, onDropped, onLeftOver })
  let worker: { close(): Promise<void> } | undefined
  let turn: Promise<unknown> = Promise.resolve()

  return {
    prepare: ownGeneration,
    start() {
      const run = async () => {
        turn = turn.then(async () => {
          // Missing if a worker of another version took this one for dead.
          await ownGeneration()
          await earlier.look()
          await runner.run()
        })
        const mine = turn
        turn = mine.catch(() => {})
        await mine
      }
      worker = startWakeWorker({ redisUrl, name: REPLAY_QUEUE, run, tickMs: TICK_MS, onFailed, onLong, longMs })
    },
    async close() {
      stopping.abort()
      await worker?.close()
      await turn
      await pool.end()
    },
  }
}
