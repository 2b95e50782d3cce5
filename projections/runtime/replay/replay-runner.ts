/**
 * Processes replay requests. The process with the advisory lock works; progress is in tables, so after a kill the next
 * call continues with the same result.
 */
import type { LogReader } from '#platform/event-store/log-reader.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { whileLocked } from '#platform/postgres/session-lock.ts'
import { createCatchUp } from '../catch-up/catch-up.ts'
import { READ_MODELS } from '#platform/postgres/read-models.ts'
import { listCheckpoints, type Checkpoint } from '../catch-up/checkpoints.ts'
import { compareWithLive } from '../generations/compare.ts'
import { makeTables } from '../generations/generations.ts'
import { isBlocked } from '../catch-up/blocked.ts'
import {
  buildAnew,
  currentReplay,
  dropLeftOvers,
  moveReplay,
  noteDiff,
  noteFailure,
  noteProgress,
  type OnLeftOver,
  type ReplayRow,
} from './replay-control.ts'
import type { ReadModel } from '../generations/read-model.ts'
import { LiveIsBehind } from '../catch-up/aligned-generations.ts'
import { switchTo } from '../generations/switch.ts'

const LOCK = 7_301_020
const TELL_EVERY_MS = 250
/** Window of the displayed rate. */
const RATE_OVER_MS = 5_000

export type ReplayRunner = { run(): Promise<'idle' | 'worked' | 'elsewhere'> }

export type ReplayRunnerOptions = {
  /** At least three connections: advisory lock, locked checkpoint and work. */
  pool: Pool
  openLog: () => LogReader
  readModels: readonly ReadModel[]
  batchEvents?: number
  signal?: AbortSignal
  onSwitched?: (generation: number) => void
  onLeftOver?: OnLeftOver
}

export function createReplayRunner({
  pool,
  openLog,
  readModels,
  batchEvents,
  signal,
  onSwitched,
  onLeftOver = () => {},
}: ReplayRunnerOptions): ReplayRunner {
  return {
    async run() {
      const replay = await currentReplay(pool)
      if (!replay && (await listCheckpoints(pool)).length < 2) return 'idle'
      const worked = await whileLocked(pool, LOCK, async () => {
        await workThrough()
        return 'worked' as const
      })
      return worked ?? 'elsewhere'
    },
  }

  /** Processes states until one waits for a person. */
  async function workThrough(): Promise<void> {
    const log = openLog()
    try {
      for (;;) {
        await dropLeftOvers(pool, onLeftOver)
        const replay = await currentReplay(pool)
        if (!replay || signal?.aborted || !(await isOwn(replay))) return
        if (!(await step(replay, log))) return
      }
    } finally {
      await log.close()
    }
  }

  /** False for the replay of another version, whose worker has the tables for it. */
  async function isOwn({ generation }: ReplayRow): Promise<boolean> {
    const built = (await listCheckpoints(pool)).find((checkpoint) => checkpoint.generation === generation)
    return built === undefined || built.definitions === READ_MODELS
  }

  async function step(replay: ReplayRow, log: LogReader): Promise<boolean> {
    switch (replay.state) {
      case 'building':
        return build(replay, log, 'comparing')
      case 'comparing':
        return compare(replay, log)
      case 'ready':
      case 'awaiting_second':
        await build(replay, log, undefined)
        return false
      case 'switching':
        return serve(replay, log)
      case 'switched':
      case 'discarded':
      case 'failed':
        return false
    }
  }

  async function build(replay: ReplayRow, log: LogReader, next: 'comparing' | undefined): Promise<boolean> {
    const { id, generation, state } = replay
    const checkpoints = await listCheckpoints(pool)
    const before = checkpoints.find((checkpoint) => checkpoint.generation === generation)
    if (!before) return fail(id, `generation ${generation} no longer exists`)
    await makeTables(pool, generation, readModels)
    // A stopped live generation can only be compared at its own position; its own rows may be the cause.
    const toCompare = next !== undefined
    const stopped = toCompare ? stoppedLive(checkpoints) : undefined
    if (stopped && (before.position ?? -1n) >= (stopped.position ?? -1n))
      return (await moveReplay(pool, { from: ['building'], to: next! })) !== undefined
    const stop = new AbortController()
    const ending = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
    const seen = [{ at: performance.now(), events: before.events }]
    let latest = { events: before.events, position: before.position }
    let telling: Promise<void> | undefined
    let toldAt = 0
    const rate = () => {
      const [oldest] = seen
      const elapsedMs = performance.now() - (oldest?.at ?? 0)
      return oldest && elapsedMs > 0 ? ((latest.events - oldest.events) * 1000) / elapsedMs : 0
    }
    const tell = async () => {
      const going = await noteProgress(pool, id, state, { ...latest, eventsPerSecond: rate() }).catch(() => true)
      const stopsNow = toCompare && !stopped && stoppedLive(await listCheckpoints(pool).catch(() => [])) !== undefined
      if (!going || stopsNow) stop.abort()
    }
    const catchUp = createCatchUp({
      pool,
      log,
      readModels,
      generation,
      ...(batchEvents === undefined ? {} : { batchEvents }),
      ...(stopped?.position == null ? {} : { until: stopped.position }),
      signal: ending,
      onCommitted: ({ position, count }) => {
        const now = performance.now()
        latest = { events: latest.events + count, position }
        seen.push({ at: now, events: latest.events })
        while (seen.length > 2 && now - seen[0]!.at > RATE_OVER_MS) seen.shift()
        if (telling || now - toldAt < TELL_EVERY_MS) return
        toldAt = now
        telling = tell().finally(() => (telling = undefined))
      },
    })
    try {
      const result = await catchUp()
      await telling
      await tell()
      if (stop.signal.aborted || signal?.aborted) return stop.signal.aborted
      if (result.stoppedBy && !(await liveStopsBy(result.stoppedBy.position))) {
        return await fail(
          id,
          `blocked by ${result.stoppedBy.type} at ${result.stoppedBy.position}: ${result.stoppedBy.reason}`,
        )
      }
      if (!next) return false
      return (await moveReplay(pool, { from: ['building'], to: next })) !== undefined
    } catch (error) {
      // The replay was discarded meanwhile, with its generation.
      if ((await currentReplay(pool))?.id !== id) return true
      throw error
    } finally {
      await telling
    }
  }

  async function liveStopsBy(position: string): Promise<boolean> {
    const stoppedBy = stoppedLive(await listCheckpoints(pool))?.stoppedBy
    return stoppedBy != null && BigInt(stoppedBy.position) <= BigInt(position)
  }

  async function compare(replay: ReplayRow, log: LogReader): Promise<boolean> {
    const { id, generation, diff } = replay
    try {
      await noteDiff(
        pool,
        id,
        await compareWithLive({ pool, log, readModels, generation, ...(signal ? { signal } : {}) }),
      )
      return true
    } catch (error) {
      if (!(error instanceof LiveIsBehind)) throw error
      const stopped = stoppedLive(await listCheckpoints(pool))
      // Retry once the live generation has moved on.
      if (!stopped) return false
      // The live generation has not moved since the comparison, so the diff still holds.
      if (diff && diff.position === (stopped.position === null ? null : String(stopped.position))) {
        return (await moveReplay(pool, { from: ['comparing'], to: 'ready' })) !== undefined
      }
      await buildAnew(pool, readModels, replay)
      return true
    }
  }

  async function serve({ id, generation }: ReplayRow, log: LogReader): Promise<boolean> {
    await switchTo({ pool, log, readModels, generation, ...(signal ? { signal } : {}) }, async (client) => {
      await client.query(
        `UPDATE replays SET state = 'switched', ended_at = clock_timestamp(), updated_at = clock_timestamp() WHERE id = $1`,
        [id],
      )
    })
    onSwitched?.(generation)
    return true
  }

  async function fail(id: number, error: string): Promise<boolean> {
    await noteFailure(pool, id, error)
    return true
  }
}

/** Excludes one blocked as a whole (log-end.ts). */
function stoppedLive(checkpoints: readonly Checkpoint[]): Checkpoint | undefined {
  return checkpoints.find(({ live, stoppedBy }) => live && stoppedBy !== null && !isBlocked({ stoppedBy }))
}
