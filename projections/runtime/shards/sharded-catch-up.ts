/**
 * Brings the live generation to the head of the log, whole or in shards (decision 69). A process follows the division
 * that it finds. It makes that of its setting once for each generation, so the worker that started last decides.
 */
import type { LogReader } from '#platform/event-store/log-reader.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { createCatchUp, type CatchUpOptions, type CatchUpResult } from '../catch-up/catch-up.ts'
import { createLeases } from './leases.ts'
import { settleDivision, type Division } from './division.ts'
import { advanceSql, areOtherShards, shardPart } from './shards.ts'

/** As many own events in a transaction as without shards. */
const BATCH_EVENTS = 4_000
const MOST_READ = 20_000
/** Ms after which a catch-up pauses, so that shards can go to another worker. */
const ROUND_MS = 5_000

export type ShardedCatchUpOptions = Omit<CatchUpOptions, 'log' | 'generation' | 'part' | 'until'> & {
  /** Each shard reads the log by itself. */
  openLog: () => LogReader
  /** The setting; 1: whole. */
  shards: number
  /** `wanted` differs from `shards` if an event, or the log's end, stops the change. */
  onDivided?: (division: { generation: number; shards: number; wanted: number }) => void
}

export type ShardedCatchUp = {
  run(): Promise<CatchUpResult>
  /** True if every worker has work whenever there are events. */
  isDivided(): boolean
  close(): Promise<void>
}

export function createShardedCatchUp(options: ShardedCatchUpOptions): ShardedCatchUp {
  const { pool, openLog, shards: wanted, signal, onDivided, onCommitted, ...rest } = options
  const log = openLog()
  const whole = createCatchUp({ ...options, log })
  const leases = createLeases(pool)
  const readers: LogReader[] = []
  const shardCatchUps = new Map<number, () => Promise<CatchUpResult>>()
  let division: Division | undefined
  let settledFor: number | undefined
  let roundEndsAt = 0

  const round = {
    get aborted() {
      return signal?.aborted === true || performance.now() >= roundEndsAt
    },
  }

  return {
    async run() {
      for (let isRetry = false; ; isRetry = true) {
        division ??= await settle()
        try {
          const result = await (division.shards === 1 ? whole() : runShards(division))
          if (result.generation !== division.generation) division = undefined
          return result
        } catch (error) {
          if (!areOtherShards(error)) throw error
          division = undefined
          if (isRetry) throw error
        }
      }
    },
    isDivided: () => (division?.shards ?? wanted) > 1,
    async close() {
      await leases.close()
      for (const reader of [log, ...readers]) await reader?.close()
    },
  }

  async function settle(): Promise<Division> {
    shardCatchUps.clear()
    const found = await settleDivision({ ...options, log }, { unless: settledFor })
    if (found.generation !== settledFor && (found.shards > 1 || wanted > 1)) onDivided?.({ ...found, wanted })
    settledFor = found.generation
    if (found.shards === 1) await leases.close()
    return found
  }

  async function runShards({ generation, shards }: Omit<Division, 'before'>): Promise<CatchUpResult> {
    let applied = 0
    for (;;) {
      roundEndsAt = performance.now() + ROUND_MS
      const held = [...(await leases.hold(shards))]
      const settled = await Promise.allSettled(held.map((shard) => catchUpOf({ generation, shards }, shard)()))
      const failed = settled.find((each) => each.status === 'rejected')
      if (failed) throw failed.reason
      const results = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      for (const result of results) applied += result.applied
      const stops = results.flatMap(({ stoppedBy }) => (stoppedBy ? [stoppedBy] : []))
      if (signal?.aborted || performance.now() < roundEndsAt)
        return {
          generation,
          applied,
          position: await advance(pool, generation),
          stoppedBy: stops.sort((a, b) => (BigInt(a.position) < BigInt(b.position) ? -1 : 1))[0] ?? null,
        }
    }
  }

  function catchUpOf({ generation, shards }: Omit<Division, 'before'>, shard: number): () => Promise<CatchUpResult> {
    let catchUp = shardCatchUps.get(shard)
    if (!catchUp) {
      let lowest = -1n
      catchUp = createCatchUp({
        ...rest,
        pool,
        log: (readers[shard] ??= openLog()),
        batchEvents: rest.batchEvents ?? Math.min(BATCH_EVENTS * shards, MOST_READ),
        signal: round,
        part: shardPart(
          generation,
          { shard, shards },
          { ...(rest.definitions && { definitions: rest.definitions }), onLowest: (position) => (lowest = position) },
        ),
        // A page that comes back with this position is told of all that it may have missed, in any shard.
        onCommitted: (batch) => onCommitted?.({ ...batch, position: lowest }),
      })
      shardCatchUps.set(shard, catchUp)
    }
    return catchUp
  }
}

/** Also after a worker that died between its commit and this. */
async function advance(pool: Pool, generation: number): Promise<bigint | null> {
  const results = (await pool.query(advanceSql(generation))) as unknown as { rows: { position: string }[] }[]
  const position = results.at(-1)?.rows[0]?.position
  return position === undefined || position === '-1' ? null : BigInt(position)
}
