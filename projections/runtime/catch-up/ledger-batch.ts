import type { LogBatch } from '#platform/event-store/log-reader.ts'
import { UnprojectableEvent } from './account-event.ts'
import { parseLedgerLogEvent, type LedgerLogEvent } from './power-event.ts'

export type LedgerBatch = {
  /** Events before the first unprojectable one. */
  events: LedgerLogEvent[]
  stop: UnprojectableEvent | undefined
  /** The checkpoint after these events; null if there are none. */
  position: bigint | null
  /** How far the log was read, even past a stop. */
  lastPosition: bigint | null
  reachedHead: boolean
}

/** `until`: last position of the batch. */
export function ledgerBatch(batch: LogBatch, until: bigint | undefined): LedgerBatch {
  const { events: logged, reachedHead, lastPosition } = upTo(until, batch)
  const events: LedgerLogEvent[] = []
  for (const event of logged) {
    try {
      events.push(parseLedgerLogEvent(event))
    } catch (error) {
      if (error instanceof UnprojectableEvent)
        return { events, stop: error, position: events.at(-1)?.position ?? null, lastPosition, reachedHead }
      throw error
    }
  }
  return { events, stop: undefined, position: lastPosition, lastPosition, reachedHead }
}

function upTo(until: bigint | undefined, batch: LogBatch): LogBatch {
  if (until === undefined || batch.lastPosition === null || batch.lastPosition < until) return batch
  return { events: batch.events.filter((event) => event.position <= until), reachedHead: true, lastPosition: until }
}
