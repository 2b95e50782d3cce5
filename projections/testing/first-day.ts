import type { Pool } from '#platform/postgres/postgres.ts'
import { readModels } from '../all.ts'
import { listCheckpoints } from '../runtime/catch-up/checkpoints.ts'
import { createGeneration, dropGeneration, showGeneration } from '../runtime/generations/generations.ts'

/** Resets the read models to a new, empty generation and drops earlier ones. */
export async function firstDay(pool: Pool): Promise<void> {
  const before = await listCheckpoints(pool)
  await showGeneration(pool, await createGeneration(pool, readModels), readModels)
  for (const { generation } of before) await dropGeneration(pool, generation)
}
