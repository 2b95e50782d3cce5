import { deltaTenths } from '#ledger/account/delta-tenths.ts'
import { sqlState } from '#platform/postgres/postgres.ts'
import { UnprojectableEvent, type AccountEvent } from '../runtime/catch-up/account-event.ts'
import { ACCOUNT_TORN } from '../runtime/catch-up/checkpoints.ts'
import { moments, plain } from '../runtime/catch-up/columns.ts'
import { byAccount, type AccountStatement } from '../runtime/generations/read-model.ts'

type Change = {
  businessId: number
  buyerId: number
  deltaTenths: number
  events: number
  last: AccountEvent
  closed: boolean
}

export const accountBalances: AccountStatement = {
  table: 'account_balances',

  // Indexed columns never change, so with free space on the page every update is HOT.
  ddl: (schema) => `
    CREATE TABLE ${schema}.account_balances (
      business_id integer NOT NULL,
      buyer_id integer NOT NULL,
      balance_tenths bigint NOT NULL,
      events integer NOT NULL,
      revision integer NOT NULL,
      closed boolean NOT NULL,
      changed_at timestamptz NOT NULL,
      position bigint NOT NULL,
      PRIMARY KEY (business_id, buyer_id) WITH (fillfactor = 90)
    ) WITH (fillfactor = 60);
    CREATE INDEX ON ${schema}.account_balances (buyer_id);`,

  statement(schema, events) {
    const changes = changesOf(events)
    return {
      name: `${schema}.account_balances`,
      text: `
        WITH written AS (
          INSERT INTO ${schema}.account_balances AS account
            (business_id, buyer_id, balance_tenths, events, revision, closed, changed_at, position)
          SELECT * FROM unnest($1::int[], $2::int[], $3::bigint[], $4::int[], $5::int[], $6::bool[], $7::timestamptz[], $8::bigint[])
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
      values: [
        plain(changes.map((change) => change.businessId)),
        plain(changes.map((change) => change.buyerId)),
        plain(changes.map((change) => change.deltaTenths)),
        plain(changes.map((change) => change.events)),
        plain(changes.map((change) => change.last.revision)),
        plain(changes.map((change) => change.closed)),
        moments(changes.map((change) => change.last.metadata.recordedAt)),
        plain(changes.map((change) => change.last.position)),
      ],
    }
  },

  // The event count must match the last revision, else an event was duplicated or lost (migration 0039).
  refused(error, events) {
    if (sqlState(error) !== ACCOUNT_TORN) return undefined
    const { detail } = error as { detail?: string }
    const last = events.findLast(({ businessId, buyerId }) => `${businessId}.${buyerId}` === detail)
    return (
      last &&
      new UnprojectableEvent(last, `the events of ${last.stream} are not complete up to revision ${last.revision}`)
    )
  },
}

/** In key order. Throws if an account's revisions are not consecutive in the batch. */
function changesOf(events: readonly AccountEvent[]): Change[] {
  const changes = new Map<string, Change>()
  for (const event of events) {
    const change = changes.get(event.stream)
    const delta = deltaTenths(event) ?? 0
    const closed = event.type === 'AccountClosed'
    if (!change) {
      changes.set(event.stream, {
        businessId: event.businessId,
        buyerId: event.buyerId,
        deltaTenths: delta,
        events: 1,
        last: event,
        closed,
      })
      continue
    }
    if (event.revision !== change.last.revision + 1) {
      throw new UnprojectableEvent(
        event,
        `revision ${event.revision} of ${event.stream} follows ${change.last.revision}`,
      )
    }
    change.deltaTenths += delta
    change.events += 1
    change.last = event
    change.closed ||= closed
  }
  return [...changes.values()].sort(byAccount)
}
