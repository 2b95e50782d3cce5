/** Writes the rows of a batch into all read models of a generation, within the caller's transaction. */
import { sqlState, type Queryable } from '#platform/postgres/postgres.ts'
import { UnprojectableEvent, type AccountEvent } from './account-event.ts'
import { isPowerEvent, type LedgerLogEvent } from './power-event.ts'
import type { ReadModel, Statement } from '../generations/read-model.ts'

/** A statement, and the meaning of an error that it raises. */
export type Write = { statement: Statement; refused: (error: unknown) => UnprojectableEvent | undefined }

const nobody = (): undefined => undefined

export const accountEvents = (events: readonly LedgerLogEvent[]): AccountEvent[] =>
  events.filter((event) => !isPowerEvent(event))

/** What all read models write for a batch, if none of them has to query anything; undefined if one has to. Throws UnprojectableEvent. */
export function writesOf(
  readModels: readonly ReadModel[],
  schema: string,
  events: readonly LedgerLogEvent[],
): Write[] | undefined {
  const ofAccounts = accountEvents(events)
  const writes: Write[] = []
  for (const readModel of readModels) {
    if ('project' in readModel || 'projectLog' in readModel) {
      if (!readModel.follows || events.some(readModel.follows)) return undefined
      continue
    }
    const write = writeOf(readModel, schema, events, ofAccounts)
    if (write) writes.push(write)
  }
  return writes
}

function writeOf(
  readModel: Exclude<ReadModel, { project: unknown } | { projectLog: unknown }>,
  schema: string,
  events: readonly LedgerLogEvent[],
  ofAccounts: readonly AccountEvent[],
): Write | undefined {
  if ('logStatement' in readModel) {
    const statement = readModel.logStatement(schema, events)
    return statement && { statement, refused: nobody }
  }
  const statement = ofAccounts.length > 0 ? readModel.statement(schema, ofAccounts) : undefined
  return statement && { statement, refused: (error) => readModel.refused?.(error, ofAccounts) }
}

/** Rejects with UnprojectableEvent if PostgreSQL refused the statement because of one. */
export async function carryOut(db: Queryable, { statement, refused }: Write): Promise<void> {
  try {
    await db.query(statement)
  } catch (error) {
    throw refused(error) ?? error
  }
}

/**
 * No read model waits for another's answer, so their statements are sent together; the transaction executes them in the order of the read models,
 * on which the movements rely.
 * Returns the event that cannot be projected, or undefined if all rows are written. Throws if PostgreSQL is down.
 */
export async function project(
  db: Queryable,
  readModels: readonly ReadModel[],
  schema: string,
  events: readonly LedgerLogEvent[],
): Promise<UnprojectableEvent | undefined> {
  const ofAccounts = accountEvents(events)
  const projected = await Promise.allSettled(
    readModels.map(async (readModel) => {
      if ('projectLog' in readModel) return readModel.projectLog(db, schema, events)
      if ('project' in readModel) return ofAccounts.length > 0 ? readModel.project(db, schema, ofAccounts) : undefined
      const write = writeOf(readModel, schema, events, ofAccounts)
      return write && carryOut(db, write)
    }),
  )
  return whatStops(projected, events)
}

/**
 * The event that cannot be projected, if one of these was refused because of it; undefined if none was refused. Throws any other error. Only the first
 * failure counts: the statements behind it in the transaction were refused only because of it.
 */
export function whatStops(
  settled: readonly PromiseSettledResult<unknown>[],
  [first]: readonly LedgerLogEvent[],
): UnprojectableEvent | undefined {
  const reasons = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []))
  const error = reasons.find((reason) => sqlState(reason) !== TRANSACTION_FAILED) ?? reasons[0]
  if (error === undefined) return undefined
  if (error instanceof UnprojectableEvent) return error
  const state = sqlState(error) ?? ''
  if (first && FOR_GOOD.test(state))
    return new UnprojectableEvent(first, `a batch from here on cannot be written: SQLSTATE ${state}`)
  throw error
}

/** in_failed_sql_transaction */
const TRANSACTION_FAILED = '25P02'

/** SQLSTATE classes of a contradiction (wrong value, broken constraint, wrong table): a retry would not help. */
const FOR_GOOD = /^(22|23|42)/
