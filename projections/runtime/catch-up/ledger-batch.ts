/** A batch of the log as the projections understand it. */
import type { LogBatch } from '#platform/event-store/log-reader.ts'
import { UnprojectableEvent } from './account-event.ts'
import { parseLedgerLogEvent, type LedgerLogEvent } from './power-event.ts'

export type LedgerBatch = {
  /** Up to the first event that is not understood: those before it are applied, it is not, and nothing after it. */
  events: LedgerLogEvent[]
  stop: UnprojectableEvent | undefined
  /** Where the checkpoint stands once these are applied; null where there is nothing to apply. */
  position: bigint | null
  /** How far the log was read, past a stop. */
  lastPosition: bigint | null
  reachedHead: boolean
}

/** `until`: a position (included) that then counts as the batch's end. */
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
