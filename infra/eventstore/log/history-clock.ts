import type { Client } from 'pg'
import type { ProposedEvent } from './model.ts'

/** When an event was created, in epoch ms. */
export type Clock = (event: ProposedEvent) => number

export const serverClock: Clock = () => Date.now()

/**
 * The clock of a log that is told its past (EVENTSTORE_HISTORY): an event was created when its metadata says that it was recorded, never
 * before the event that stands in front of it and never in the future. System events take the time of the event before them.
 */
export function createHistoryClock(): Clock {
  let last = 0
  return ({ metadata }) => {
    last = Math.max(last, Math.min(recordedAt(metadata) ?? 0, Date.now()))
    return last || Date.now()
  }
}

function recordedAt(metadata: Buffer): number | undefined {
  try {
    const ms = Date.parse((JSON.parse(metadata.toString()) as { recordedAt: string }).recordedAt)
    return Number.isNaN(ms) ? undefined : ms
  } catch {
    return undefined
  }
}

/** Whether nothing but the store's own events stands in the log: only then may it be told a past. */
export async function isUnused(client: Client): Promise<boolean> {
  return (await client.query(`SELECT FROM events WHERE stream NOT LIKE '$%' LIMIT 1`)).rowCount === 0
}
