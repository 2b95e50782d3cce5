import { endsAccount } from '#ledger/account/ends-account.ts'
import { deltaTenths } from '#ledger/account/delta-tenths.ts'
import { sqlState } from '#platform/postgres/postgres.ts'
import { UnprojectableEvent, type AccountEvent } from '../runtime/catch-up/account-event.ts'
import { ACCOUNT_TORN } from '../runtime/catch-up/checkpoints.ts'
import { byAccount, type AccountStatement } from '../runtime/generations/read-model.ts'
import type { Written } from '../runtime/generations/table.ts'
import { balancesTable } from './table.ts'

/** `balanceTenths`: what the batch adds to the balance. */
type Change = Written<typeof balancesTable.columns>

export const accountBalances: AccountStatement = {
  ...balancesTable,

  statement: (schema, events) => ({
    name: `${schema}.account_balances`,
    text: `
      WITH written AS (
        ${balancesTable.insert(schema, 'account')}
        ON CONFLICT (business_id, buyer_id) DO UPDATE SET
          balance_tenths = account.balance_tenths + excluded.balance_tenths,
          events = account.events + excluded.events,
          revision = excluded.revision,
          closed = account.closed OR excluded.closed,
          changed_at = excluded.changed_at,
          position = excluded.position
        RETURNING business_id, buyer_id, events, revision
      )
      SELECT projection_torn(business_id, buyer_id) FROM written WHERE events <> revision + 1`,
    values: balancesTable.values(changesOf(events)),
  }),

  // The event count must match the last revision, else an event was duplicated or lost (migration 0039).
  refused(error, events) {
    if (sqlState(error) !== ACCOUNT_TORN) return undefined
    const { detail } = error as { detail?: string }
    const last = events.findLast(({ businessId, buyerId }) => `${businessId}.${buyerId}` === detail)
    return (
      last &&
      new UnprojectableEvent(last, `the events of ${last.stream} are incomplete before revision ${last.revision}`)
    )
  },
}

/** In key order. Throws if an account's revisions are not consecutive in the batch. */
function changesOf(events: readonly AccountEvent[]): Change[] {
  const changes = new Map<string, Change>()
  for (const event of events) {
    const { businessId, buyerId, stream, revision, position } = event
    const balanceTenths = deltaTenths(event) ?? 0
    const closed = endsAccount(event.type)
    const changedAt = event.metadata.recordedAt
    const change = changes.get(stream)
    if (!change) {
      changes.set(stream, { businessId, buyerId, balanceTenths, events: 1, revision, closed, changedAt, position })
      continue
    }
    if (revision !== change.revision + 1) {
      throw new UnprojectableEvent(event, `revision ${revision} of ${stream} follows ${change.revision}`)
    }
    change.balanceTenths += balanceTenths
    change.events += 1
    change.closed ||= closed
    change.revision = revision
    change.changedAt = changedAt
    change.position = position
  }
  return [...changes.values()].sort(byAccount)
}
