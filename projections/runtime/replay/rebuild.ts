import type { LogReader } from '#platform/event-store/log-reader.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { createCatchUp, type CatchUpResult } from '../catch-up/catch-up.ts'
import type { ReadModel } from '../generations/read-model.ts'

/** Fills a generation up to the head of the log, without side effects (R235). */
export async function rebuildInto(
  generation: number,
  options: { pool: Pool; log: LogReader; readModels: readonly ReadModel[]; signal?: AbortSignal },
): Promise<CatchUpResult> {
  return createCatchUp({ ...options, generation })()
}
