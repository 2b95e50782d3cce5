import { sqlState, type Queryable } from '#platform/postgres/postgres.ts'
import { UnprojectableEvent, type AccountEvent } from './account-event.ts'
import { isPowerEvent, type LedgerLogEvent } from './power-event.ts'
import type { ReadModel, Statement } from '../generations/read-model.ts'

export type Write = { statement: Statement; refused: (error: unknown) => UnprojectableEvent | undefined }

const nobody = (): undefined => undefined

export const accountEvents = (events: readonly LedgerLogEvent[]): AccountEvent[] =>
  events.filter((event) => !isPowerEvent(event))

/** Undefined if a read model has to query first. Throws UnprojectableEvent. */
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

/** Rejects with UnprojectableEvent if that caused the error. */
export async function carryOut(db: Queryable, { statement, refused }: Write): Promise<void> {
  try {
    await db.query(statement)
  } catch (error) {
    throw refused(error) ?? error
  }
}

/**
 * Sends all statements at once; PostgreSQL executes them in order, on which movements rely. Returns the event that
 * cannot be projected, if any. Throws if PostgreSQL is down.
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
 * The event that caused the first failure, from which later ones follow; undefined without failures. Throws any other
 * error.
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
    return new UnprojectableEvent(first, `the batch starting here cannot be written: SQLSTATE ${state}`)
  throw error
}

/** in_failed_sql_transaction */
const TRANSACTION_FAILED = '25P02'

/** Permanent errors (wrong value, broken constraint, wrong table), for which a retry is useless. */
const FOR_GOOD = /^(22|23|42)/
