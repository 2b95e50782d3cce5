/**
 * Writes snapshots of long accounts, so that an API that does not have one in memory decides at once (decision 68). A
 * snapshot that is not written, because the worker ended or a dependency was away, is written with the account's next
 * 500 events.
 */
import { evolve, initialState } from '#ledger/account/account.ts'
import { accountEvents } from '#ledger/account-events.ts'
import { NO_STREAM, type EventStore, type RecordedEvent } from '#ledger/event-store.ts'
import { accountFromSnapshot, snapshotOf, SNAPSHOT_EVERY } from '#ledger/snapshot.ts'
import type { FoldedAccount } from '#ledger/state-cache.ts'
import { readSnapshots, writeSnapshot } from '#platform/postgres/account-snapshots.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { coalesce } from '#platform/process/coalesce.ts'
import type { CommittedBatch } from './runtime/catch-up/catch-up.ts'

/** No buyer has as many with one business; the bytes written would grow with the square. */
const MOST_EVENTS = 100_000
const READ_WITHIN_MS = 5_000

type Options = {
  pool: Pool
  store: Pick<EventStore, 'readStream'>
  signal: AbortSignal
  onFailed(error: unknown): void
}

/** The returned function must hear every committed batch. */
export function createSnapshotKeeper({ pool, store, signal, onFailed }: Options): (batch: CommittedBatch) => void {
  const due = new Set<string>()
  const writing = coalesce(async () => {
    for (const stream of due) {
      if (signal.aborted) return
      due.delete(stream)
      await takeSnapshot(stream, { pool, store })
    }
  })
  const failed = (error: unknown) => {
    if (!signal.aborted) onFailed(error)
  }
  return ({ events }) => {
    for (const { stream, revision } of events)
      if ((revision + 1) % SNAPSHOT_EVERY === 0 && revision < MOST_EVENTS) due.add(stream)
    if (due.size > 0) writing.run().catch(failed)
  }
}

/** Folds the account on from its present snapshot. Throws if PostgreSQL or the event store does not answer. */
export async function takeSnapshot(stream: string, { pool, store }: Pick<Options, 'pool' | 'store'>): Promise<void> {
  const deadlineAt = Date.now() + READ_WITHIN_MS
  const before = await accountFromSnapshot(stream, { snapshots: readSnapshots(pool), store, deadlineAt })
  let account: FoldedAccount = before ?? { state: initialState, revision: NO_STREAM, position: undefined }
  let last: RecordedEvent | undefined
  for await (const event of accountEvents(store, stream, undefined, account.revision + 1)) {
    account = { state: evolve(account.state, event), revision: event.revision, position: event.position }
    last = event
  }
  if (last) await writeSnapshot(pool, stream, snapshotOf(account, last.id))
}
