/**
 * Brings a generation of the read models to the head of the log (design.md 3). The log is read once for the whole set; each
 * batch is one transaction: checkpoint locked, rows written, checkpoint moved. What runs this, how often and how many times at
 * once does not matter to the rows.
 */
import type { LogReader } from '#platform/event-store/log-reader.ts'
import type { Pool, PoolClient } from '#platform/postgres.ts'
import type { AccountEvent, UnprojectableEvent } from './account-event.ts'
import { writeAtOnce } from './at-once.ts'
import { beginLocked, moveAndCommit, recordStop, type Checkpoint, type StoppedBy } from './checkpoints.ts'
import { generationSchema } from './generation-schema.ts'
import { isHeld } from './held.ts'
import type { KnownPeople } from './known-people.ts'
import { ledgerBatch, type LedgerBatch } from './ledger-batch.ts'
import { accountEvents, project } from './project.ts'
import type { ReadModel } from './read-model.ts'

/** Large enough for the set-based statements to pay off, small enough to keep a transaction short (performance.md 2g). */
export const BATCH_EVENTS = 4_000

/** Of more, PostgreSQL had better begin with the first rows while the others are still being put together. */
const MOST_AT_ONCE = 250

/** Where another worker has moved the checkpoint, the two take turns: PostgreSQL need not refuse each of them, and log it, all the time. */
const OTHERS_WORK_MS = 10_000

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

type Ahead = { after: bigint | null; batch: Promise<LedgerBatch> }
type Step = { checkpoint: Checkpoint; applied: number; done: boolean; stop: UnprojectableEvent | undefined; ahead: Ahead | undefined }

/** Makes a function that catches up once. It keeps the checkpoint that it saw last, to read the log while it waits for the lock. */
export function createCatchUp(options: CatchUpOptions): () => Promise<CatchUpResult> {
  const { pool, log, readModels, generation = 'live', batchEvents = BATCH_EVENTS, signal } = options
  let stood: Checkpoint | undefined
  let longWayUntil = 0
  let reading: Promise<unknown> = Promise.resolve()

  const read = (after: bigint | null): Promise<LedgerBatch> => {
    const batch = log.read(after, batchEvents).then((found) => ledgerBatch(found, options.until))
    // It may be dropped unread, where the checkpoint stands elsewhere or the transaction fails.
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
        if (step.done || signal?.aborted) return { generation: reached, applied, position, stoppedBy: isHeld(step.checkpoint) ? step.checkpoint.stoppedBy : null }
      }
    } catch (error) {
      broken = error as Error
      // What it failed of may be what it knew: in an older log nothing stands at that position any more, and no read begins there.
      stood = undefined
      options.people?.forget()
      throw error
    } finally {
      // One call at a time: a read that nobody needs any more still has to end.
      await reading
      client.release(broken)
    }
  }

  /** The next batch of the live generation where the checkpoint stands as this process left it; undefined where the long way has to be gone. */
  async function applyAtOnce(client: PoolClient, ahead: Ahead | undefined): Promise<Step | undefined> {
    if (generation !== 'live' || performance.now() < longWayUntil || !stood || stood.stoppedBy || ahead?.after !== stood.position || stood.position === null) return undefined
    const batch = await ahead.batch
    const { events, position, stop, reachedHead } = batch
    // Where more is left, the long way reads it while this is being written.
    if (!reachedHead || events.length === 0 || events.length > MOST_AT_ONCE || position === null || stop) return undefined
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
      const batch = ahead?.after === checkpoint.position ? await ahead.batch : await readAnew(checkpoint.position, ahead)
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

  function committed(before: Checkpoint, { events, reachedHead, stop }: LedgerBatch, position: bigint, ahead: Ahead | undefined): Step {
    options.onCommitted?.({ events: accountEvents(events), position, count: events.length })
    const checkpoint = { ...before, position, events: before.events + events.length, stoppedBy: null }
    return { checkpoint, applied: events.length, done: reachedHead, stop, ahead }
  }

  /** What comes behind a batch is read, and understood, while the batch is being written. */
  function nextAfter({ reachedHead, lastPosition }: LedgerBatch): Ahead | undefined {
    return reachedHead || lastPosition === null ? undefined : readAhead(lastPosition)
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

  /** The log is read by one call at a time. */
  async function readAnew(after: bigint | null, ahead: Ahead | undefined): Promise<LedgerBatch> {
    await ahead?.batch
    return read(after)
  }
}
