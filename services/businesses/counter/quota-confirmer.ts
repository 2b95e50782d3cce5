import type { Queryable } from '#platform/postgres/postgres.ts'
import { coalesce } from '#platform/process/coalesce.ts'
import { confirm } from './quota.ts'

const MAX_BATCH = 1_000

/**
 * Confirms reservations after the answer is sent, batching those that arrive during a statement. The settler confirms
 * any lost with the process.
 */
export function createQuotaConfirmer(
  db: Queryable,
  onFailed: (error: unknown) => void,
  confirmBatch: (db: Queryable, awardIds: readonly string[]) => Promise<void> = confirm,
): { add(awardId: string): void; drain(): Promise<void> } {
  const waiting: string[] = []
  const confirming = coalesce(async () => {
    while (waiting.length > 0) await confirmBatch(db, waiting.splice(0, MAX_BATCH)).catch(onFailed)
  })

  return {
    add(awardId) {
      waiting.push(awardId)
      void confirming.run()
    },
    drain: confirming.ended,
  }
}
