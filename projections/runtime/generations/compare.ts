import type { TableDiff } from '#contracts/calls/staff/admin.ts'
import { diffGenerations } from './diff.ts'
import { atLivePosition, type Rebuild } from '../catch-up/aligned-generations.ts'
import { settleDivision } from '../shards/division.ts'

export type Comparison = { position: bigint | null; tables: TableDiff[] }

/** The live generation is unlocked once a snapshot has both. */
export async function compareWithLive(rebuild: Rebuild): Promise<Comparison> {
  const { pool, generation, readModels } = rebuild
  const snapshot = await pool.connect()
  let broken: Error | undefined
  try {
    const live = await whileWhole(rebuild, () =>
      atLivePosition(rebuild, {}, async (_held, checkpoint) => {
        await snapshot.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0')
        // The first query takes the snapshot.
        await snapshot.query('SELECT 1 FROM projection_generations')
        return checkpoint
      }),
    )
    const tables = await diffGenerations(snapshot, { live: live.generation, rebuilt: generation }, readModels)
    await snapshot.query('COMMIT')
    return { position: live.position, tables }
  } catch (error) {
    await snapshot.query('ROLLBACK').catch((rollback: Error) => (broken = rollback))
    throw error
  } finally {
    snapshot.release(broken)
  }
}

/**
 * A live generation in shards is written whole until it can be compared. After a kill it stays so until the next worker
 * starts.
 */
async function whileWhole<T>({ beside, ...rebuild }: Rebuild, work: () => Promise<T>): Promise<T> {
  // The tables of another version are not this one's to write.
  if (beside !== undefined) return work()
  const { before: shards } = await settleDivision({ ...rebuild, shards: 1 })
  try {
    return await work()
  } finally {
    if (shards > 1) await settleDivision({ ...rebuild, shards }).catch(() => {})
  }
}
