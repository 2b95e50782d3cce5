/** Settles abandoned places and receipts of unfinished awards. */
import type { Logger } from 'pino'
import { isolateFailures } from '#platform/process/isolate-failures.ts'
import type { EventStoreGateway } from '#platform/event-store/gateway.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { settleAbandoned } from '../counter/quota-settle.ts'
import { awardLookUp, settleReceipts } from '../counter/receipts.ts'

type Settled = { confirmed: number; released: number; left: number }

/** One round. A failing part does not stop the other; then the round rejects. */
export function createSettling({
  pool,
  store,
  log,
  onSettled = () => {},
}: {
  pool: Pool
  store: EventStoreGateway
  log: Pick<Logger, 'info' | 'error'>
  onSettled?: (what: 'places' | 'receipts', settled: Settled) => void
}): () => Promise<void> {
  /** Permanent, so the account needs attention. */
  const onUnreadable = (award: string, error: unknown): void =>
    log.error({ award, err: error }, 'an abandoned reservation cannot be settled: its account is unreadable')
  const words = { places: 'quota places', receipts: 'receipts' }
  const tell = (settled: Settled, what: keyof typeof words): void => {
    onSettled(what, settled)
    if (settled.confirmed + settled.released + settled.left > 0) log.info(settled, `abandoned ${words[what]} settled`)
  }
  const places = async (): Promise<void> => tell(await settleAbandoned(pool, store, { onUnreadable }), 'places')
  const receipts = async (): Promise<void> =>
    tell(await settleReceipts(pool, awardLookUp(store, { onUnreadable })), 'receipts')
  return () =>
    isolateFailures(async (each) => {
      await each([places, receipts], (settle) => settle())
    })
}
