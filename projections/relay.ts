/** The relay of the event outbox, with reports to the operator. */
import { relayEvents } from '#platform/outbox/event-outbox.ts'
import type { EventStoreGateway } from '#platform/event-store/gateway.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { waitingEvents, type WaitingEvents } from '#platform/outbox/waiting-events.ts'

/** Reports each new power of ten from 1,000 waiting events. */
const TOLD_DIGITS = 4

export type RelayOptions = {
  pool: Pool
  store: Pick<EventStoreGateway, 'appendOther'>
  signal?: AbortSignal
  /** Streams with foreign events; called if they differ from the last report. */
  onStuck: (streams: string[]) => void
  /** Called when the backlog has grown tenfold since the last report. */
  onGrown: (waiting: WaitingEvents) => void
}

/** One round of the relay. Throws if PostgreSQL is unavailable. */
export function createRelay({ pool, store, signal, onStuck, onGrown }: RelayOptions): () => Promise<void> {
  let toldStuck = ''
  let toldDigits = 0

  return async () => {
    const { left, stuck } = await relayEvents(pool, store, signal && { signal })
    if (stuck.length > 0 && stuck.join() !== toldStuck) onStuck(stuck)
    toldStuck = stuck.join()
    if (left === 0) {
      toldDigits = 0
      return
    }
    const waiting = await waitingEvents(pool)
    const digits = String(waiting.waiting).length
    if (digits >= TOLD_DIGITS && digits > toldDigits) onGrown(waiting)
    toldDigits = Math.max(digits, toldDigits)
  }
}
