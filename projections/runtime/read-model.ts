import type { Queryable } from '#platform/postgres.ts'
import type { AccountEvent, UnprojectableEvent } from './account-event.ts'
import type { LedgerLogEvent } from './power-event.ts'

type Table = {
  /** The name of its table, and of its view in the schema `read`. */
  table: string
  /** The statements that make the table in a schema. No default that tells the time, no sequence: a rebuild must be equal. */
  ddl(schema: string): string
}

/** Named, so that PostgreSQL plans it once. */
export type Statement = { name: string; text: string; values: unknown[] }

/**
 * A table that is projected from the accounts' events, and asks PostgreSQL for nothing: one statement writes a whole batch, in log order and
 * with the keys in order, and rows and checkpoint travel together (at-once.ts). Each read model stands alone: it never depends on what another
 * has answered.
 */
export type AccountStatement = Table & {
  /** Undefined where none of these events has anything to do with it. Throws UnprojectableEvent where the events contradict each other. */
  statement(schema: string, events: readonly AccountEvent[]): Statement | undefined
  /** The event that cannot be projected, where PostgreSQL refused the statement for it; undefined for any other error. */
  refused?(error: unknown, events: readonly AccountEvent[]): UnprojectableEvent | undefined
}

/** The same for a table that also follows businesses, support visits and administrators: it is given every event of the log. */
export type LogStatement = Table & {
  logStatement(schema: string, events: readonly LedgerLogEvent[]): Statement | undefined
}

/** A table whose rows depend on what stands in it already: it asks, and looks at the answers. */
export type AskingReadModel = Table & {
  /**
   * Applies events in log order. The caller holds the checkpoint's lock and commits rows and checkpoint together. Throws UnprojectableEvent
   * where the rows and the events contradict each other.
   */
  project(db: Queryable, schema: string, events: readonly AccountEvent[]): Promise<void>
  /** Whether it has anything to do with the event; default: with every one. */
  follows?(event: LedgerLogEvent): boolean
}

/** The same for a table that is given every event of the log. */
export type AskingLogReadModel = Table & {
  projectLog(db: Queryable, schema: string, events: readonly LedgerLogEvent[]): Promise<void>
  follows?(event: LedgerLogEvent): boolean
}

export type ReadModel = AccountStatement | LogStatement | AskingReadModel | AskingLogReadModel

/** Accounts and businesses in the one order in which every statement touches them, so that two can never deadlock. */
export function byAccount(a: { businessId: number; buyerId: number }, b: { businessId: number; buyerId: number }): number {
  return a.businessId - b.businessId || a.buyerId - b.buyerId
}
