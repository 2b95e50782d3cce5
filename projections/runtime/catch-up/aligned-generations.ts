/**
 * Brings two generations to the same position: the live one is locked while the other catches up; readers and commands
 * are unaffected. If the live one is blocked (log-end.ts), the other goes to the end of the log.
 */
import type { LogReader } from '#platform/event-store/log-reader.ts'
import type { Pool, PoolClient } from '#platform/postgres/postgres.ts'
import { READ_MODELS } from '#platform/postgres/read-models.ts'
import { highest, listShards } from '../shards/shards.ts'
import { createCatchUp } from './catch-up.ts'
import { beginLocked, listCheckpoints, type Checkpoint } from './checkpoints.ts'
import { isBlocked } from './blocked.ts'
import type { ReadModel } from '../generations/read-model.ts'

export type Rebuild = {
  pool: Pool
  log: LogReader
  readModels: readonly ReadModel[]
  generation: number
  /** The generation to align with. Default: the live one. */
  beside?: number
  definitions?: string
  signal?: AbortSignal
}

/** The rebuilt generation is ahead of the live one, which cannot move now. */
export class LiveIsBehind extends Error {
  override readonly name = 'LiveIsBehind'
}

/**
 * Runs `work` in the transaction that locks the live checkpoint. Throws LiveIsBehind, or an Error if the rebuilt
 * generation cannot reach the position.
 */
export async function atLivePosition<T>(
  rebuild: Rebuild,
  { orAhead = false }: { orAhead?: boolean },
  work: (client: PoolClient, live: Checkpoint) => Promise<T>,
): Promise<T> {
  const { pool, generation, beside = 'live', definitions } = rebuild
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const live =
      (await beginLocked(client, beside, definitions)) ??
      (await client.query('ROLLBACK'), await beginLocked(client, beside, definitions))
    if (!live) throw new Error('The read models have no active generation')
    const held = isBlocked(live)
    if (!held) live.position = await lockShards(client, live, rebuild, { orAhead })
    if (held) await createCatchUp(rebuild)()
    else if (live.position !== null) await createCatchUp({ ...rebuild, until: live.position })()
    const own = (await listCheckpoints(pool)).find((checkpoint) => checkpoint.generation === generation)
    if (!own) throw new Error(`Generation ${generation} does not exist`)
    const [stands, goal] = [own.position ?? -1n, live.position ?? -1n]
    if (stands < goal && !held) throw new Error(`Generation ${generation} cannot reach position ${goal}`)
    if (stands > goal && !orAhead && !held) throw new LiveIsBehind(`The active generation is only at position ${goal}`)
    const result = await work(client, live)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((rollback: Error) => (broken = rollback))
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Locks the shards of a live generation, if it has any (decision 69). Returns its position, or that of the shard
 * furthest ahead. To be compared, all have to be there, unless an event stops one: its rows then count as missing.
 */
async function lockShards(
  client: PoolClient,
  { generation, definitions, position, stoppedBy }: Checkpoint,
  { definitions: own = READ_MODELS }: Rebuild,
  { orAhead }: { orAhead: boolean },
): Promise<bigint | null> {
  const shards = await listShards(client, generation, { lock: true })
  if (shards.length === 0) return position
  const goal = highest(shards)
  const areApart = shards.some((shard) => shard.position < goal)
  if (areApart && !orAhead && !(stoppedBy && definitions === own))
    throw new LiveIsBehind(`The shards of generation ${generation} stand at different positions`)
  return goal === -1n ? null : goal
}
