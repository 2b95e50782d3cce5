/**
 * Brings a generation of the read models to the head of the log (design.md 3). The log is read once for the whole set; each
 * batch is one transaction: checkpoint locked, rows written, checkpoint moved. The rows do not depend on who runs this, how often,
 * or how many run it at once.
 */
import type { LogReader } from '#platform/event-store/log-reader.ts'
import type { Pool, PoolClient } from '#platform/postgres/postgres.ts'
import type { AccountEvent, UnprojectableEvent } from './account-event.ts'
import { writeAtOnce } from './at-once.ts'
import { beginLocked, moveAndCommit, recordStop, type Checkpoint, type StoppedBy } from './checkpoints.ts'
import { generationSchema } from '../generations/generation-schema.ts'
import { isHeld } from './held.ts'
import type { KnownPeople } from './known-people.ts'
import { ledgerBatch, type LedgerBatch } from './ledger-batch.ts'
import { accountEvents, project } from './project.ts'
import type { ReadModel } from '../generations/read-model.ts'

/** Large enough for the set-based statements to pay off, small enough to keep a transaction short (performance.md 2g). */
export const BATCH_EVENTS = 4_000

/** With more events it is better if PostgreSQL begins with the first rows while the others are still being built. */
const MOST_AT_ONCE = 250

/** How long to take the long way after another worker has moved the checkpoint: otherwise PostgreSQL would keep refusing one of the two, and log it. */
const OTHERS_WORK_MS = 10_000

export type CatchUpOptions = {
  pool: Pool
  log: LogReader
  readModels: readonly ReadModel[]
  /** Default: the generation that is live when each batch begins. */
  generation?: number | 'live'
  batchEvents?: number
  /** Where to stop (inclusive), in order to reach exactly another generation's position. Default: the head. */
  until?: bigint
  /** Given the events of each batch before their rows are written. Not for rebuilds: the live generation has done it. */
  people?: KnownPeople
  /** Called after each commit with what was applied. Must not throw. Not for rebuilds, which have no side effects (R235). */
  onCommitted?: (batch: { events: readonly AccountEvent[]; position: bigint; count: number }) => void
  signal?: AbortSignal
}

export type CatchUpResult = {
  generation: number
  applied: number
  position: bigint | null
  /** The event that it could not get past (design.md 1, rule 7), with everything before it applied; or why the generation is held (log-end.ts). */
  stoppedBy: StoppedBy | null
}

type Ahead = { after: bigint | null; batch: Promise<LedgerBatch> }
type Step = {
  checkpoint: Checkpoint
  applied: number
  done: boolean
  stop: UnprojectableEvent | undefined
  ahead: Ahead | undefined
}

/** Makes a function that catches up once. It remembers the checkpoint that it saw last, so that it can read the log while it waits for the lock. */
export function createCatchUp(options: CatchUpOptions): () => Promise<CatchUpResult> {
  const { pool, log, readModels, generation = 'live', batchEvents = BATCH_EVENTS, signal } = options
  let stood: Checkpoint | undefined
  let longWayUntil = 0
  let reading: Promise<unknown> = Promise.resolve()

  const read = (after: bigint | null): Promise<LedgerBatch> => {
    const batch = log.read(after, batchEvents).then((found) => ledgerBatch(found, options.until))
    // It may be dropped unread, if the checkpoint is elsewhere or the transaction fails.
    reading = batch.catch(() => {})
    return batch
  }

  const readAhead = (after: bigint | null): Ahead => ({ after, batch: read(after) })

  return async () => {
    let applied = 0
    let ahead = stood && readAhead(stood.position)
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      for (;;) {
        const step = (await applyAtOnce(client, ahead)) ?? (await applyBatch(client, ahead))
        ahead = step.ahead
        applied += step.applied
        stood = step.checkpoint
        const { generation: reached, position } = step.checkpoint
        if (step.stop) {
          return { generation: reached, applied, position, stoppedBy: await recordStop(client, reached, step.stop) }
        }
        if (step.done || signal?.aborted)
          return {
            generation: reached,
            applied,
            position,
            stoppedBy: isHeld(step.checkpoint) ? step.checkpoint.stoppedBy : null,
          }
      }
    } catch (error) {
      broken = error as Error
      // The remembered checkpoint may be the cause: an older log has no event at that position, and no read can begin there.
      stood = undefined
      options.people?.forget()
      throw error
    } finally {
      // The log reader takes one call at a time: a read that is no longer needed still has to end.
      await reading
      client.release(broken)
    }
  }

  /** Writes the next batch of the live generation if the checkpoint is where this process left it; undefined if the long way (applyBatch) has to be taken. */
  async function applyAtOnce(client: PoolClient, ahead: Ahead | undefined): Promise<Step | undefined> {
    if (
      generation !== 'live' ||
      performance.now() < longWayUntil ||
      !stood ||
      stood.stoppedBy ||
      ahead?.after !== stood.position ||
      stood.position === null
    )
      return undefined
    const batch = await ahead.batch
    const { events, position, stop, reachedHead } = batch
    // If more is left, the long way reads it while this batch is being written.
    if (!reachedHead || events.length === 0 || events.length > MOST_AT_ONCE || position === null || stop)
      return undefined
    await options.people?.meet(events)
    const outcome = await writeAtOnce(client, readModels, stood, { events, position })
    switch (outcome.kind) {
      case 'written':
        return committed(stood, batch, position, undefined)
      case 'stopped':
        return { checkpoint: stood, applied: 0, done: true, stop: outcome.stop, ahead: undefined }
      case 'moved':
        longWayUntil = performance.now() + OTHERS_WORK_MS
        return undefined
      case 'asks':
        return undefined
    }
  }

  async function applyBatch(client: PoolClient, ahead: Ahead | undefined): Promise<Step> {
    const checkpoint = await lockCheckpoint(client)
    try {
      if (isHeld(checkpoint)) {
        await client.query('ROLLBACK')
        return { checkpoint, applied: 0, done: true, stop: undefined, ahead }
      }
      const batch =
        ahead?.after === checkpoint.position ? await ahead.batch : await readAnew(checkpoint.position, ahead)
      const next = nextAfter(batch)
      const { events, position, stop } = batch
      if (position === null || (checkpoint.position !== null && position <= checkpoint.position)) {
        await client.query('ROLLBACK')
        return { checkpoint, applied: 0, done: true, stop, ahead: next }
      }
      await options.people?.meet(events)
      const failed = await project(client, readModels, generationSchema(checkpoint.generation), events)
      if (failed) {
        await client.query('ROLLBACK')
        return { checkpoint, applied: 0, done: true, stop: failed, ahead: next }
      }
      await moveAndCommit(client, checkpoint, { position, events: events.length })
      return committed(checkpoint, batch, position, next)
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {})
      throw error
    }
  }

  function committed(
    before: Checkpoint,
    { events, reachedHead, stop }: LedgerBatch,
    position: bigint,
    ahead: Ahead | undefined,
  ): Step {
    options.onCommitted?.({ events: accountEvents(events), position, count: events.length })
    const checkpoint = { ...before, position, events: before.events + events.length, stoppedBy: null }
    return { checkpoint, applied: events.length, done: reachedHead, stop, ahead }
  }

  /** The events behind a batch are read and parsed while the batch is being written. */
  function nextAfter({ reachedHead, lastPosition }: LedgerBatch): Ahead | undefined {
    return reachedHead || lastPosition === null ? undefined : readAhead(lastPosition)
  }

  async function lockCheckpoint(client: PoolClient): Promise<Checkpoint> {
    // If another generation went live while this waited for the row, the row is no longer live: the next look finds the other.
    const looks = generation === 'live' ? 2 : 1
    for (let look = 0; look < looks; look += 1) {
      const checkpoint = await beginLocked(client, generation)
      if (checkpoint) return checkpoint
      await client.query('ROLLBACK')
    }
    throw new Error(`There is no ${generation} generation of the read models`)
  }

  /** The log is read by one call at a time. */
  async function readAnew(after: bigint | null, ahead: Ahead | undefined): Promise<LedgerBatch> {
    await ahead?.batch
    return read(after)
  }
}
