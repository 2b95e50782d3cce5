/** Changes the number of shards of a live generation (decision 69). */
import type { LogReader } from '#platform/event-store/log-reader.ts'
import type { Pool, PoolClient } from '#platform/postgres/postgres.ts'
import { isBlocked } from '../catch-up/blocked.ts'
import { beginLocked, liveCheckpoint, type Checkpoint } from '../catch-up/checkpoints.ts'
import { project } from '../catch-up/project.ts'
import { generationSchema } from '../generations/generation-schema.ts'
import type { ReadModel } from '../generations/read-model.ts'
import { batchOfShard } from './shard-of.ts'
import { divide, highest, listShards, WRITES_SHARDS, type Shard } from './shards.ts'

const BATCH_EVENTS = 4_000

/** `shards`: 1 if it is written whole. `before`: as found. */
export type Division = { generation: number; shards: number; before: number }

export type DivisionOptions = {
  pool: Pool
  log: LogReader
  readModels: readonly ReadModel[]
  definitions?: string
  /** How many there are to be. */
  shards: number
}

/**
 * Brings all shards of the live generation to one position and divides it anew from there, in one transaction. It stays
 * as it is if an event, or the log's end, stops one of them, and if it is the generation `unless`.
 */
export async function settleDivision(
  options: DivisionOptions,
  { unless }: { unless?: number | undefined } = {},
): Promise<Division> {
  const { pool, definitions, shards } = options
  const seen = await liveCheckpoint(pool, definitions)
  if (seen) {
    const { generation } = seen
    const before = (await listShards(pool, generation))[0]?.shards ?? 1
    if (before === shards || generation === unless) return { generation, shards: before, before }
  }
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const live = await lockLive(client, definitions)
    const { generation } = live
    const found = await listShards(client, generation, { lock: true })
    const before = found[0]?.shards ?? 1
    const isToChange = before !== shards && generation !== unless && !isBlocked(live)
    const level = isToChange ? await levelled(client, live, found, options) : undefined
    if (!level) {
      await client.query('ROLLBACK')
      return { generation, shards: before, before }
    }
    await divide(client, generation, { ...level, shards })
    await client.query('COMMIT')
    return { generation, shards, before }
  } catch (error) {
    await client.query('ROLLBACK').catch((rollback: Error) => (broken = rollback))
    throw error
  } finally {
    client.release(broken)
  }
}

async function lockLive(client: PoolClient, definitions: string | undefined): Promise<Checkpoint> {
  const live =
    (await beginLocked(client, 'live', definitions)) ??
    (await client.query('ROLLBACK'), await beginLocked(client, 'live', definitions))
  if (!live) throw new Error('The read models have no live generation')
  return live
}

/**
 * Brings shards to the position of the one furthest ahead; usually they are a batch apart. Undefined if an event stops
 * one of them.
 */
async function levelled(
  client: PoolClient,
  { generation, position, events }: Checkpoint,
  shards: readonly Shard[],
  { log, readModels }: DivisionOptions,
): Promise<{ position: bigint; events: number } | undefined> {
  if (shards.length === 0) return { position: position ?? -1n, events }
  const goal = highest(shards)
  let all = shards.reduce((sum, shard) => sum + shard.events, 0)
  await client.query(WRITES_SHARDS)
  for (const shard of shards) {
    let at = shard.position
    while (at < goal) {
      const batch = batchOfShard(await log.read(at === -1n ? null : at, BATCH_EVENTS), goal, shard)
      const stop = batch.stop ?? (await project(client, readModels, generationSchema(generation), batch.events))
      if (stop || batch.position === null || batch.position <= at) return undefined
      at = batch.position
      all += batch.events.length
    }
  }
  return { position: goal, events: all }
}
