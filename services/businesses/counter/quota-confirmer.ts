import type { Queryable } from '#platform/postgres/postgres.ts'
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
  let waiting: string[] = []
  let running: Promise<void> | undefined

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH)
      waiting = waiting.slice(MAX_BATCH)
      await confirmBatch(db, batch).catch(onFailed)
    }
    running = undefined
  }

  return {
    add(awardId) {
      waiting.push(awardId)
      running ??= Promise.resolve().then(flush)
    },
    async drain() {
      await running
    },
  }
}
