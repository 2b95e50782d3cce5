import { accountStream } from '#contracts/events/ledger-events.ts'
import { allAccountEvents } from '#ledger/account-events.ts'
import { UnreadableEvent, type EventStore } from '#ledger/event-store.ts'
import type { Pool, Queryable } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { accountRows } from './account-rows.ts'
import type { Account } from './accounts.ts'
import { compareAccount, type Difference } from './compare-account.ts'

/**
 * Compares one account folded from the store with its rows, and stores the result. Throws if stream or rows cannot be
 * read.
 */
export async function checkAccount(
  pool: Pool,
  store: Pick<EventStore, 'readStream'>,
  { businessId, buyerId }: Account,
  at: Date,
): Promise<Difference[]> {
  // Rows first: they must hold whatever the stream holds up to their position.
  const rows = await accountRows(pool, businessId, buyerId)
  const differences = await allAccountEvents(store, accountStream(businessId, buyerId)).then(
    (events) => compareAccount(events, rows).differences,
    unreadable,
  )
  await noteDifferences(pool, { businessId, buyerId }, differences, at)
  await pool.query(
    `INSERT INTO account_checks (business_id, buyer_id, checked_at, agrees, position) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (business_id, buyer_id) DO UPDATE SET checked_at = excluded.checked_at, agrees = excluded.agrees, position = excluded.position`,
    [businessId, buyerId, at, differences.length === 0, rows.asOf === null ? null : String(rows.asOf)],
  )
  return differences
}

/** An unreadable event is a finding, or it would block the accounts behind it for ever. */
function unreadable(error: unknown): Difference[] {
  if (!(error instanceof UnreadableEvent)) throw error
  return [{ what: 'stream', expected: null, found: error.message }]
}

/** Clears open findings that are not found again. `buyerId` 0: a business's totals. */
export async function noteDifferences(
  pool: Pool,
  { businessId, buyerId }: Account,
  differences: readonly Difference[],
  at: Date,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(
      'UPDATE check_findings SET cleared_at = $4 WHERE business_id = $1 AND buyer_id = $2 AND cleared_at IS NULL AND what <> ALL($3)',
      [businessId, buyerId, differences.map(({ what }) => what), at],
    )
    for (const difference of differences) await insertFinding(client, { businessId, buyerId }, difference, at)
  })
}

export async function insertFinding(
  db: Queryable,
  { businessId, buyerId }: Account,
  { what, expected, found }: Difference,
  at: Date,
): Promise<void> {
  await db.query(
    `INSERT INTO check_findings (business_id, buyer_id, what, expected, found, found_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (business_id, buyer_id, what) WHERE cleared_at IS NULL DO UPDATE SET expected = excluded.expected, found = excluded.found`,
    [businessId, buyerId, what, expected, found, at],
  )
}
