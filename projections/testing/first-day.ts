import type { Pool } from '#platform/postgres/postgres.ts'
import { readModels } from '../all.ts'
import { listCheckpoints } from '../runtime/catch-up/checkpoints.ts'
import { createGeneration, dropGeneration, showGeneration } from '../runtime/generations/generations.ts'

/** Read models as on the first day: a new generation is shown, those before it are dropped. */
export async function firstDay(pool: Pool): Promise<void> {
  const before = await listCheckpoints(pool)
  await showGeneration(pool, await createGeneration(pool, readModels), readModels)
  for (const { generation } of before) await dropGeneration(pool, generation)
}
