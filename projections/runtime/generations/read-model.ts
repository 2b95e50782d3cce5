import type { Queryable } from '#platform/postgres/postgres.ts'
import type { AccountEvent, UnprojectableEvent } from '../catch-up/account-event.ts'
import type { LedgerLogEvent } from '../catch-up/power-event.ts'

type Table = {
  /** The name of its table, and of its view in the schema `read`. */
  table: string
  /** The statements that create the table in a schema. No time-dependent default and no sequence: a rebuild must be equal. */
  ddl(schema: string): string
}

/** Named, so that PostgreSQL plans it once. */
export type Statement = { name: string; text: string; values: unknown[] }

/**
 * A table that is projected from the accounts' events alone: one statement writes a whole batch, in log order and with sorted keys, and rows and
 * checkpoint are sent together (at-once.ts). No answer of PostgreSQL is seen in between; but the statement itself may look at what those before it in
 * the set (all.ts) have written, as the movements do at the balances.
 */
export type AccountStatement = Table & {
  /** Undefined if none of these events concerns the table. Throws UnprojectableEvent if the events contradict each other. */
  statement(schema: string, events: readonly AccountEvent[]): Statement | undefined
  /** The event that cannot be projected, if PostgreSQL refused the statement because of it; undefined for any other error. */
  refused?(error: unknown, events: readonly AccountEvent[]): UnprojectableEvent | undefined
}

/** The same for a table that also follows businesses, support visits and administrators: it gets every event of the log. */
export type LogStatement = Table & {
  logStatement(schema: string, events: readonly LedgerLogEvent[]): Statement | undefined
}

/** A table whose new rows depend on its existing ones: it queries them. */
export type AskingReadModel = Table & {
  /**
   * Applies events in log order. The caller holds the checkpoint's lock and commits rows and checkpoint together. Throws UnprojectableEvent
   * if the rows and the events contradict each other.
   */
  project(db: Queryable, schema: string, events: readonly AccountEvent[]): Promise<void>
  /** Whether the event concerns it; default: every event does. */
  follows?(event: LedgerLogEvent): boolean
}

/** The same for a table that gets every event of the log. */
export type AskingLogReadModel = Table & {
  projectLog(db: Queryable, schema: string, events: readonly LedgerLogEvent[]): Promise<void>
  follows?(event: LedgerLogEvent): boolean
}

export type ReadModel = AccountStatement | LogStatement | AskingReadModel | AskingLogReadModel

/** The one order in which every statement touches accounts and businesses, so that two can never deadlock. */
export function byAccount(
  a: { businessId: number; buyerId: number },
  b: { businessId: number; buyerId: number },
): number {
  return a.businessId - b.businessId || a.buyerId - b.buyerId
}
