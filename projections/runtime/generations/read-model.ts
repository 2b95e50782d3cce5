import type { Queryable } from '#platform/postgres/postgres.ts'
import type { AccountEvent, UnprojectableEvent } from '../catch-up/account-event.ts'
import type { LedgerLogEvent } from '../catch-up/power-event.ts'

type Table = {
  table: string
  /** Without time-dependent defaults or sequences, so that rebuilds are equal. */
  ddl(schema: string): string
}

/** Named, so that PostgreSQL plans it once. */
export type Statement = { name: string; text: string; values: unknown[] }

/**
 * A table projected from account events in one statement per batch, with sorted keys, sent without waiting for
 * responses (single-round-trip.ts). The statement may read what earlier read models (all.ts) wrote.
 */
export type AccountStatement = Table & {
  /** Undefined if no event concerns the table. Throws UnprojectableEvent for contradictory events. */
  statement(schema: string, events: readonly AccountEvent[]): Statement | undefined
  /** The event that made PostgreSQL reject the statement; undefined for other errors. */
  refused?(error: unknown, events: readonly AccountEvent[]): UnprojectableEvent | undefined
}

/** As AccountStatement, for every event of the log. */
export type LogStatement = Table & {
  logStatement(schema: string, events: readonly LedgerLogEvent[]): Statement | undefined
}

/** A table whose new rows depend on queries of existing rows. */
export type AskingReadModel = Table & {
  /**
   * Applies events in log order, within the caller's transaction. Throws UnprojectableEvent if rows and events
   * contradict each other.
   */
  project(db: Queryable, schema: string, events: readonly AccountEvent[]): Promise<void>
  /** Default: all events. */
  follows?(event: LedgerLogEvent): boolean
}

/** As AskingReadModel, for every event of the log. */
export type AskingLogReadModel = Table & {
  projectLog(db: Queryable, schema: string, events: readonly LedgerLogEvent[]): Promise<void>
  follows?(event: LedgerLogEvent): boolean
}

export type ReadModel = AccountStatement | LogStatement | AskingReadModel | AskingLogReadModel

/** The common key order of all statements, which prevents deadlocks. */
export function byAccount(
  a: { businessId: number; buyerId: number },
  b: { businessId: number; buyerId: number },
): number {
  return a.businessId - b.businessId || a.buyerId - b.buyerId
}
