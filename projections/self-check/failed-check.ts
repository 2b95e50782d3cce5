/**
 * A check that fails by itself, and fails again: a stream that takes longer to read than it may, a statement that PostgreSQL ends, a mistake
 * in the code. It is written down like any other finding, and the run goes on behind it: else the night's run would begin there again and
 * again, before every sample, and nothing would be checked any more. Only where store or PostgreSQL are away does the run end, to go on later.
 */
import { accountStream } from '#contracts/events/ledger-events.ts'
import type { EventStore } from '#ledger/event-store.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { BEFORE_ALL, type Account } from './accounts.ts'
import { insertFinding } from './check-account.ts'

const ANSWER_WITHIN_MS = 5_000

/** How many differences `check` found, what kept it from looking being one. Throws where the store, asked for something else, is away, or PostgreSQL. */
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
    // Once more: the store may just have come back.
    return check().catch(async (again: unknown) => {
      // Whatever was found before stays open: nobody knows that it is right. That PostgreSQL is away shows here.
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

/** A stream that nobody has is read in a moment, however long those of the accounts are. */
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
