/**
 * Records a check that fails twice as a finding, or the nightly run would restart there for ever. The run stops only if
 * the store or PostgreSQL is unavailable.
 */
import { accountStream } from '#contracts/events/ledger-events.ts'
import type { EventStore } from '#ledger/event-store.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { BEFORE_ALL, type Account } from './accounts.ts'
import { insertFinding } from './check-account.ts'

const ANSWER_WITHIN_MS = 5_000

/** The number of differences; 1 if the check failed. Throws if the store or PostgreSQL is unavailable. */
export async function countDifferences(
  {
    pool,
    store,
    account,
    now,
  }: { pool: Pool; store: Pick<EventStore, 'readStream'>; account: Account; now: () => Date },
  check: () => Promise<number>,
): Promise<number> {
  try {
    return await check()
  } catch (error) {
    if (!(await answers(store))) throw error
    // Retry, because the store may just have recovered.
    return check().catch(async (again: unknown) => {
      // Earlier findings stay open. Throws if PostgreSQL is unavailable.
      await insertFinding(
        pool,
        account,
        { what: 'check', expected: null, found: `could not be read: ${reasonOf(again)}` },
        now(),
      )
      return 1
    })
  }
}

/** A stream that does not exist is read fast. */
async function answers(store: Pick<EventStore, 'readStream'>): Promise<boolean> {
  return store
    .readStream(accountStream(BEFORE_ALL.businessId, BEFORE_ALL.buyerId), 0, {
      deadlineAt: Date.now() + ANSWER_WITHIN_MS,
      maxCount: 1,
    })
    .then(
      () => true,
      () => false,
    )
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
