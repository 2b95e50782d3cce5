import type { Queryable } from '#platform/postgres/postgres.ts'
import { confirm } from './quota.ts'

const MAX_BATCH = 1_000

/**
 * Confirms places (or what else is reserved for an award) off the answer's path: what is handed in while one statement runs goes out with the next. What is lost
 * with the process is confirmed by the settler.
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
