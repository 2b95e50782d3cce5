/**
 * Brings a generation of the read models to the head of the log (design.md 3). The log is read once for the whole set; each
 * batch is one transaction: checkpoint locked, rows written, checkpoint moved. What runs this, how often and how many times at
 * once does not matter to the rows.
 */
import type { LogBatch, LogReader } from '#platform/event-store/log-reader.ts'
import { sqlState, type Pool, type PoolClient } from '#platform/postgres.ts'
import { UnprojectableEvent, type AccountEvent } from './account-event.ts'
import { beginLocked, moveAndCommit, recordStop, type Checkpoint, type StoppedBy } from './checkpoints.ts'
import { generationSchema } from './generation-schema.ts'
import { isHeld } from './held.ts'
import type { KnownPeople } from './known-people.ts'
import { isPowerEvent, parseLedgerLogEvent, type LedgerLogEvent } from './power-event.ts'
import type { ReadModel } from './read-model.ts'

/** Large enough for the set-based statements to pay off, small enough to keep a transaction short (performance.md 2g). */
export const BATCH_EVENTS = 4_000

export type CatchUpOptions = {
  pool: Pool
  log: LogReader
  readModels: readonly ReadModel[]
  /** Default: the generation that is live when each batch begins. */
  generation?: number | 'live'
  batchEvents?: number
  /** Where to stop, in order to stand exactly where another generation stands (included). Default: the head. */
  until?: bigint
  /** Meets the events of each batch before their rows are written. Not for rebuilds: the live generation has met them. */
  people?: KnownPeople
  /** After each commit, with what was applied. It must not throw; not for rebuilds, which have no side effects (R235). */
  onCommitted?: (batch: { events: readonly AccountEvent[]; position: bigint; count: number }) => void
  signal?: AbortSignal
}

export type CatchUpResult = {
  generation: number
  applied: number
  position: bigint | null
  /** What it could not get past: design.md 1, rule 7. Everything before it has been applied. Or why it is held (log-end.ts). */
  stoppedBy: StoppedBy | null
}

type Ahead = { after: bigint | null; batch: Promise<LogBatch> }
type Step = { checkpoint: Checkpoint; applied: number; done: boolean; stop: UnprojectableEvent | undefined }

/** Makes a function that catches up once. It keeps the checkpoint that it saw last, to read the log while it waits for the lock. */
export function createCatchUp(options: CatchUpOptions): () => Promise<CatchUpResult> {
  const { pool, log, generation = 'live', batchEvents = BATCH_EVENTS, signal } = options
  let expected: bigint | null | undefined

  const readAhead = (after: bigint | null): Ahead => {
    const batch = log.read(after, batchEvents)
    // It may be dropped unread, where the checkpoint stands elsewhere or the transaction fails.
    batch.catch(() => {})
    return { after, batch }
  }

  return async () => {
    let applied = 0
    let ahead = expected === undefined ? undefined : readAhead(expected)
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      for (;;) {
        const step = await applyBatch(client, ahead)
        ahead = step.ahead
        applied += step.applied
        expected = step.checkpoint.position
        const { generation: reached, position } = step.checkpoint
        if (step.stop) {
          return { generation: reached, applied, position, stoppedBy: await recordStop(client, reached, step.stop) }
        }
        if (step.done || signal?.aborted) return { generation: reached, applied, position, stoppedBy: isHeld(step.checkpoint) ? step.checkpoint.stoppedBy : null }
      }
    } catch (error) {
      broken = error as Error
      options.people?.forget()
      throw error
    } finally {
      // One call at a time: a read that nobody needs any more still has to end.
      await ahead?.batch.catch(() => {})
      client.release(broken)
    }
  }

  async function applyBatch(client: PoolClient, ahead: Ahead | undefined): Promise<Step & { ahead: Ahead | undefined }> {
    const checkpoint = await lockCheckpoint(client)
    try {
      if (isHeld(checkpoint)) {
        await client.query('ROLLBACK')
        return { checkpoint, applied: 0, done: true, stop: undefined, ahead }
      }
      const batch = upTo(options.until, await readFrom(checkpoint.position, ahead))
      const next = batch.reachedHead || batch.lastPosition === null ? undefined : readAhead(batch.lastPosition)
      const { events, stop } = parsedUpToStop(batch)
      const position = stop ? (events.at(-1)?.position ?? null) : batch.lastPosition
      if (position === null || (checkpoint.position !== null && position <= checkpoint.position)) {
        await client.query('ROLLBACK')
        return { checkpoint, applied: 0, done: true, stop, ahead: next }
      }
      await options.people?.meet(events)
      const failed = await project(client, checkpoint, events)
      if (failed) {
        await client.query('ROLLBACK')
        return { checkpoint, applied: 0, done: true, stop: failed, ahead: next }
      }
      await moveAndCommit(client, checkpoint, { position, events: events.length })
      options.onCommitted?.({ events: events.filter((event) => !isPowerEvent(event)), position, count: events.length })
      const moved = { ...checkpoint, position, stoppedBy: null }
      return { checkpoint: moved, applied: events.length, done: batch.reachedHead, stop, ahead: next }
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {})
      throw error
    }
  }

  async function lockCheckpoint(client: PoolClient): Promise<Checkpoint> {
    // Who waited for the live row while another generation was switched to finds it live no more: the next look finds the other.
    const looks = generation === 'live' ? 2 : 1
    for (let look = 0; look < looks; look += 1) {
      const checkpoint = await beginLocked(client, generation)
      if (checkpoint) return checkpoint
      await client.query('ROLLBACK')
    }
    throw new Error(`There is no ${generation} generation of the read models`)
  }

  /** The batch that was read ahead if it starts where the checkpoint stands, else a new one. */
  async function readFrom(after: bigint | null, ahead: Ahead | undefined): Promise<LogBatch> {
    if (!ahead) return log.read(after, batchEvents)
    const batch = await ahead.batch
    return ahead.after === after ? batch : log.read(after, batchEvents)
  }

  async function project(client: PoolClient, checkpoint: Checkpoint, events: readonly LedgerLogEvent[]): Promise<UnprojectableEvent | undefined> {
    const [first] = events
    if (!first) return undefined
    const schema = generationSchema(checkpoint.generation)
    const ofAccounts = events.filter((event) => !isPowerEvent(event))
    // None waits for another's answer, so their statements travel together; the transaction carries them out in this order.
    const projected = await Promise.allSettled(
      options.readModels.map(async (readModel) => {
        if ('projectLog' in readModel) await readModel.projectLog(client, schema, events)
        else if (ofAccounts.length > 0) await readModel.project(client, schema, ofAccounts)
      }),
    )
    const error = firstCause(projected)
    if (error === undefined) return undefined
    if (error instanceof UnprojectableEvent) return error
    const state = sqlState(error) ?? ''
    if (FOR_GOOD.test(state)) return new UnprojectableEvent(first, `a batch from here on cannot be written: SQLSTATE ${state}`)
    throw error
  }
}

/** The part of a batch up to a position (included), which then counts as its end. */
function upTo(until: bigint | undefined, batch: LogBatch): LogBatch {
  if (until === undefined || batch.lastPosition === null || batch.lastPosition < until) return batch
  return { events: batch.events.filter((event) => event.position <= until), reachedHead: true, lastPosition: until }
}

/** The events before the first one that is not understood; they are applied, it is not, and nothing after it. */
function parsedUpToStop(batch: LogBatch): { events: LedgerLogEvent[]; stop: UnprojectableEvent | undefined } {
  const events: LedgerLogEvent[] = []
  for (const event of batch.events) {
    try {
      events.push(parseLedgerLogEvent(event))
    } catch (error) {
      if (error instanceof UnprojectableEvent) return { events, stop: error }
      throw error
    }
  }
  return { events, stop: undefined }
}

/** What went wrong first. Whatever came behind a failed statement in its transaction was refused only for that, and says nothing. */
function firstCause(settled: readonly PromiseSettledResult<void>[]): Error | undefined {
  const reasons = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []))
  return reasons.find((reason) => sqlState(reason) !== TRANSACTION_FAILED) ?? reasons[0]
}

/** in_failed_sql_transaction */
const TRANSACTION_FAILED = '25P02'

/** SQLSTATE classes of a contradiction (wrong value, broken constraint, wrong table): trying again would not help. */
const FOR_GOOD = /^(22|23|42)/
