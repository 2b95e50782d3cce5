import type { LogEvent } from '#platform/event-store/log-reader.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { readModels } from '../all.ts'
import { createCatchUp } from '../runtime/catch-up/catch-up.ts'
import { liveCheckpoint } from '../runtime/catch-up/checkpoints.ts'
import { createGeneration, dropGeneration, showGeneration } from '../runtime/generations/generations.ts'
import { arrayLog, type History } from './history.ts'

/** An event recorded before its predecessors counts as written late. */
export function writtenInOrder({ events }: History): LogEvent[] {
  let clock = 0
  return events.map((event) => {
    clock = Math.max(clock + 1, event.storedAt.getTime())
    return { ...event, storedAt: new Date(clock) }
  })
}

/** Makes a live generation of only these events. */
export async function shown(pool: Pool, events: readonly LogEvent[], batchEvents = 40): Promise<void> {
  const before = (await liveCheckpoint(pool))?.generation
  const generation = await createGeneration(pool, readModels)
  await createCatchUp({ pool, log: arrayLog(events), readModels, generation, batchEvents })()
  await showGeneration(pool, generation, readModels)
  if (before !== undefined) await dropGeneration(pool, before)
}
