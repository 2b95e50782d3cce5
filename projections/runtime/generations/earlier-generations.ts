/**
 * Drops the generation of another version once its worker is gone: once it has stood still behind this version's for an
 * hour. Where nothing is written neither moves, and nothing grows.
 */
import { sqlState, type Pool } from '#platform/postgres/postgres.ts'
import { READ_MODELS, viewsSchema } from '#platform/postgres/read-models.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { listCheckpoints, type Checkpoint } from '../catch-up/checkpoints.ts'
import { generationSchema } from './generation-schema.ts'
import { showToEarlierSql } from './generations.ts'
import type { ReadModel } from './read-model.ts'

const GONE_AFTER_MS = 60 * 60_000
const LOCK_WAIT_MS = 500
const LOCK_NOT_AVAILABLE = '55P03'

type EarlierGenerationsOptions = {
  pool: Pool
  readModels: readonly ReadModel[]
  definitions?: string
  onDropped: (generation: number) => void
  /** Called for a generation that could not be dropped, unless it is still being read. */
  onLeftOver: (generation: number, error: unknown) => void
  goneAfterMs?: number
}

export function createEarlierGenerations({
  pool,
  readModels,
  definitions = READ_MODELS,
  onDropped,
  onLeftOver,
  goneAfterMs = GONE_AFTER_MS,
}: EarlierGenerationsOptions): { look(): Promise<void> } {
  /** Where each stood when it was first seen there. Since this process started: a restart waits once more. */
  const stands = new Map<number, { position: bigint | null; sinceMs: number }>()

  const isGone = ({ generation, position }: Checkpoint, own: Checkpoint): boolean => {
    const stood = stands.get(generation)
    if (stood?.position !== position || !stood) stands.set(generation, { position, sinceMs: performance.now() })
    const { sinceMs } = stands.get(generation)!
    return (position ?? -1n) < (own.position ?? -1n) && performance.now() - sinceMs >= goneAfterMs
  }

  return {
    async look() {
      const checkpoints = await listCheckpoints(pool, definitions)
      const own = checkpoints.find(({ live }) => live)
      if (!own) return
      for (const other of checkpoints) {
        // Unread ones without definitions are left over by versions before 0061 (dropLeftOvers).
        if (other.definitions === definitions || (other.definitions === null && !other.isKept)) continue
        if (isGone(other, own)) await drop(other, own)
      }
    },
  }

  async function drop(other: Checkpoint, own: Checkpoint): Promise<void> {
    const { generation } = other
    try {
      await inTransaction(pool, async (client) => {
        await client.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`)
        const { rows } = await client.query<{ live: boolean; serving: boolean }>(
          'DELETE FROM projection_generations WHERE generation = $1 AND position IS NOT DISTINCT FROM $2::bigint RETURNING live, serving',
          [generation, other.position === null ? null : String(other.position)],
        )
        const row = rows[0]
        if (!row) return
        if (row.live) await client.query(showToEarlierSql(own.generation, readModels))
        if (row.serving) await client.query(`DROP SCHEMA IF EXISTS ${viewsSchema(other.definitions!)} CASCADE`)
        await client.query(
          `UPDATE replays SET state = 'discarded', ended_at = now(), updated_at = now() WHERE generation = $1 AND ended_at IS NULL`,
          [generation],
        )
        await client.query(`DROP SCHEMA IF EXISTS ${generationSchema(generation)} CASCADE`)
      })
      stands.delete(generation)
      onDropped(generation)
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) onLeftOver(generation, error)
    }
  }
}
