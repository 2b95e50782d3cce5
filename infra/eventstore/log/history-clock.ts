import type { Client } from 'pg'
import type { ProposedEvent } from './model.ts'

/** Creation time of an event, in epoch ms. */
export type Clock = (event: ProposedEvent) => number

export const serverClock: Clock = () => Date.now()

/**
 * Clock for importing history (EVENTSTORE_HISTORY): an event's creation is the recording time in its metadata, never
 * before the previous event or in the future.
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

/** Only an unused log may import history. */
export async function isUnused(client: Client): Promise<boolean> {
  return (await client.query(`SELECT FROM events WHERE stream NOT LIKE '$%' LIMIT 1`)).rowCount === 0
}
