/**
 * Builds the generation of this version's definitions if there is none, beside that of the version before, which its
 * own worker keeps up to date meanwhile (decision 65). Whatever is killed here continues from the checkpoint.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { TableDiff } from '#contracts/calls/staff/admin.ts'
import type { LogReader } from '#platform/event-store/log-reader.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { READ_MODELS } from '#platform/postgres/read-models.ts'
import { whileLocked } from '#platform/postgres/session-lock.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { LiveIsBehind, type Rebuild } from '../catch-up/aligned-generations.ts'
import { isBlocked } from '../catch-up/blocked.ts'
import { createCatchUp } from '../catch-up/catch-up.ts'
import { listCheckpoints, liveCheckpoint, type Checkpoint } from '../catch-up/checkpoints.ts'
import { compareWithLive } from './compare.ts'
import { emptyGeneration, makeTables, nameGeneration, showGenerationSql } from './generations.ts'
import type { ReadModel } from './read-model.ts'

const LOCK = 7_301_059
const LOOK_AGAIN_MS = 500
/** Few enough to be applied while the version before waits for its checkpoint. */
const SHORT_WAY_EVENTS = 4_000

/** What was built from such a log is dropped: it may be another log. */
const WRONG_LOG =
  "The log ends before the read models' position, so those of this version are not built. Restore the event store that belongs to this database"

export type OwnGenerationOptions = {
  /** At least four connections: advisory lock, locked checkpoint, snapshot and work. */
  pool: Pool
  openLog: () => LogReader
  readModels: readonly ReadModel[]
  definitions?: string
  batchEvents?: number
  signal: AbortSignal
  onBuild?: (generation: number) => void
  /** `tables`: undefined if the version before has stopped where it cannot be compared with. */
  onBuilt?: (generation: number, tables: TableDiff[] | undefined) => void
}

/** Returns once the generation is live, or on abort. Several workers may call it: one builds, the others wait. */
export async function haveOwnGeneration(options: OwnGenerationOptions): Promise<void> {
  const { pool, definitions = READ_MODELS, signal } = options
  const isReady = async () => (await liveCheckpoint(pool, definitions)) !== undefined
  while (!signal.aborted && !(await isReady())) {
    const built = await whileLocked(pool, LOCK, async () => {
      if (!(await isReady())) await build(options)
      return true
    })
    if (!built) await sleep(LOOK_AGAIN_MS)
  }
}

async function build(options: OwnGenerationOptions): Promise<void> {
  const { pool, openLog, readModels, definitions = READ_MODELS, batchEvents, signal, onBuild, onBuilt } = options
  const generation = await begunGeneration(pool, definitions)
  onBuild?.(generation)
  await makeTables(pool, generation, readModels)
  const log = openLog()
  const rebuild = { pool, log, readModels, generation, definitions, signal, ...(batchEvents && { batchEvents }) }
  try {
    const tables = await compared(rebuild, () => generationBefore(pool, definitions))
    if (signal.aborted) return
    // The generation of a worker that no longer runs may end long before the log.
    await createCatchUp(rebuild)()
    if (signal.aborted) return
    await inTransaction(pool, (client) => client.query(showGenerationSql(generation, readModels, definitions)))
    onBuilt?.(generation, tables)
  } finally {
    await log.close()
  }
}

/** The one that a killed worker left, or a new one. */
async function begunGeneration(pool: Pool, definitions: string): Promise<number> {
  const { rows } = await pool.query<{ generation: number | null }>(
    `SELECT max(generation) AS generation FROM projection_generations
     WHERE definitions = $1 AND NOT live AND generation NOT IN (SELECT generation FROM replays)`,
    [definitions],
  )
  return rows[0]?.generation ?? nameGeneration(pool, definitions)
}

async function generationBefore(pool: Pool, definitions: string): Promise<Checkpoint | undefined> {
  const others = (await listCheckpoints(pool, definitions)).filter((each) => each.isKept && !each.live)
  return others.at(-1)
}

/** Goes to the position of the version before and compares both there. Undefined if there is none, or it is behind. */
async function compared(
  rebuild: Rebuild,
  findBefore: () => Promise<Checkpoint | undefined>,
): Promise<TableDiff[] | undefined> {
  let applied = Infinity
  for (;;) {
    const before = await findBefore()
    if (!before || rebuild.signal?.aborted) return undefined
    if (isBlocked(before)) throw new Error(WRONG_LOG)
    if (before.position === null) return undefined
    // The first run may take hours, in which the version before goes on.
    const isLastRun = applied < SHORT_WAY_EVENTS
    try {
      if (isLastRun) return (await compareWithLive({ ...rebuild, beside: before.generation })).tables
      const reached = await createCatchUp({ ...rebuild, until: before.position })()
      applied = reached.applied
      if (rebuild.signal?.aborted) return undefined
      if (reached.stoppedBy) throw new Error(`blocked by ${reached.stoppedBy.type}: ${reached.stoppedBy.reason}`)
      if ((reached.position ?? -1n) < before.position) {
        await inTransaction(rebuild.pool, (client) => emptyGeneration(client, rebuild.generation, rebuild.readModels))
        throw new Error(WRONG_LOG)
      }
    } catch (error) {
      if (error instanceof LiveIsBehind) return undefined
      throw error
    }
  }
}
