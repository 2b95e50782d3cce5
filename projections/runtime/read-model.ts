import type { Queryable } from '#platform/postgres.ts'
import type { AccountEvent } from './account-event.ts'
import type { LedgerLogEvent } from './power-event.ts'

type Table = {
  /** The name of its table, and of its view in the schema `read`. */
  table: string
  /** The statements that make the table in a schema. No default that tells the time, no sequence: a rebuild must be equal. */
  ddl(schema: string): string
}

/** A table that is projected from the accounts' events. Each one stands alone: it never reads another's rows while projecting. */
export type AccountReadModel = Table & {
  /**
   * Applies events in log order: one statement for the whole batch, keys in order. The caller holds the checkpoint's lock
   * and commits rows and checkpoint together. Throws UnprojectableEvent where the rows and the events contradict each other.
   */
  project(db: Queryable, schema: string, events: readonly AccountEvent[]): Promise<void>
}

/** The same for a table that also follows businesses, support visits and administrators: it is given every event of the log. */
export type LogReadModel = Table & {
  projectLog(db: Queryable, schema: string, events: readonly LedgerLogEvent[]): Promise<void>
}

export type ReadModel = AccountReadModel | LogReadModel

/** Accounts and businesses in the one order in which every statement touches them, so that two can never deadlock. */
export function byAccount(a: { businessId: number; buyerId: number }, b: { businessId: number; buyerId: number }): number {
  return a.businessId - b.businessId || a.buyerId - b.buyerId
}
