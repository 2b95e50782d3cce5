/** What awards under way have left behind: places of the month's limit, and receipts, of which nobody has said what became of them. */
import type { Logger } from 'pino'
import { byThemselves } from '#platform/process/by-themselves.ts'
import type { EventStoreGateway } from '#platform/event-store/gateway.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { settleAbandoned } from '../counter/quota-settle.ts'
import { awardLookUp, settleReceipts } from '../counter/receipts.ts'

type Settled = { confirmed: number; released: number; left: number }

/** Makes one round of settling: neither of the two waits for the other to work, and the round rejects where one did not. */
export function createSettling({
  pool,
  store,
  log,
}: {
  pool: Pool
  store: EventStoreGateway
  log: Pick<Logger, 'info' | 'error'>
}): () => Promise<void> {
  /** Also the next round will not read it: somebody has to look at the account. */
  const onUnreadable = (award: string, error: unknown): void =>
    log.error({ award, err: error }, 'an abandoned reservation cannot be settled')
  const tell = (settled: Settled, what: string): void => {
    if (settled.confirmed + settled.released + settled.left > 0) log.info(settled, `abandoned ${what} settled`)
  }
  const places = async (): Promise<void> => tell(await settleAbandoned(pool, store, { onUnreadable }), 'quota places')
  const receipts = async (): Promise<void> =>
    tell(await settleReceipts(pool, awardLookUp(store, { onUnreadable })), 'receipts')
  return () =>
    byThemselves(async (each) => {
      await each([places, receipts], (settle) => settle())
    })
}
