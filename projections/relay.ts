/** The relay of the event outbox, and what of it an operator has to hear (design.md 1, rule 7). */
import { relayEvents } from '#platform/outbox/event-outbox.ts'
import type { EventStoreGateway } from '#platform/event-store/gateway.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { waitingEvents, type WaitingEvents } from '#platform/outbox/waiting-events.ts'

/** From here on each further digit of the number of waiting events is told: 1,000, 10,000, and so on. */
const TOLD_DIGITS = 4

export type RelayOptions = {
  pool: Pool
  store: Pick<EventStoreGateway, 'appendOther'>
  signal?: AbortSignal
  /** Somebody else has written to these streams. Told when there are others than before. */
  onStuck: (streams: string[]) => void
  /** So many wait, ten times as many as when it was told last. */
  onGrown: (waiting: WaitingEvents) => void
}

/** One round of the relay. Throws where PostgreSQL is away. */
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
