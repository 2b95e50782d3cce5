/**
 * Brings a generation of the read models to the head of the log. Each batch is one transaction that locks and moves the
 * checkpoint, so rows do not depend on repeated or concurrent runs.
 */
import type { LogBatch, LogReader } from '#platform/event-store/log-reader.ts'
import type { Pool, PoolClient } from '#platform/postgres/postgres.ts'
import type { AccountEvent, UnprojectableEvent } from './account-event.ts'
import { writeInOneRoundTrip } from './single-round-trip.ts'
import { beginLocked, moveAndCommit, recordStop, type Checkpoint, type StoppedBy } from './checkpoints.ts'
import { generationSchema } from '../generations/generation-schema.ts'
import { isBlocked } from './blocked.ts'
import type { KnownPeople } from './known-people.ts'
import { ledgerBatch, type LedgerBatch } from './ledger-batch.ts'
import { accountEvents, project } from './project.ts'
import type { ReadModel } from '../generations/read-model.ts'

/** Large enough for set-based statements to pay off, small enough for short transactions. */
const BATCH_EVENTS = 4_000
/** Nobody waits for a rebuild, and an account with several events in a batch is written once (decision 39). */
const REBUILD_BATCH_EVENTS = 20_000

/** Larger batches are faster if PostgreSQL starts on the first rows while the others are being built. */
const MOST_AT_ONCE = 250

/**
 * Ms without the single round trip after another worker has moved the checkpoint, to avoid rejections, which PostgreSQL
 * logs.
 */
const OTHERS_WORK_MS = 10_000

/** What a catch-up writes, and the checkpoint that moves with it. */
export type Part = {
  batchOf(found: LogBatch, until: bigint | undefined): LedgerBatch
  /** Begins a transaction. Undefined, with the transaction open, if there is no such checkpoint. */
  lock(client: PoolClient): Promise<Checkpoint | undefined>
  moveAndCommit(client: PoolClient, checkpoint: Checkpoint, to: { position: bigint; events: number }): Promise<void>
}

export type CatchUpOptions = {
  pool: Pool
  log: LogReader
  readModels: readonly ReadModel[]
  generation?: number | 'live'
  /** Whose live generation. Default: this version's. */
  definitions?: string
  /** Default: 4,000 for a live generation, 20,000 for a rebuild. */
  batchEvents?: number
  /** Last position to apply. Default: the head. */
  until?: bigint
  /** Not for rebuilds, whose events are already checked. */
  people?: KnownPeople
  /** Called after each commit; must not throw. Not for rebuilds, which have no side effects (R235). */
  onCommitted?: (batch: CommittedBatch) => void
  signal?: Pick<AbortSignal, 'aborted'>
  /** A shard of the live generation. Default: the whole generation. */
  part?: Part
}

/** `tookMs`: from the first statement to the commit. */
export type CommittedBatch = { events: readonly AccountEvent[]; position: bigint; count: number; tookMs: number }

export type CatchUpResult = {
  generation: number
  applied: number
  position: bigint | null
  /** The event that stopped the projection, or the reason why the generation is blocked (log-end.ts). */
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

/** The returned function keeps the last checkpoint, so that it can read the log while waiting for the lock. */
export function createCatchUp(options: CatchUpOptions): () => Promise<CatchUpResult> {
  const { pool, log, readModels, generation = 'live', definitions, signal } = options
  const batchEvents = options.batchEvents ?? (generation === 'live' ? BATCH_EVENTS : REBUILD_BATCH_EVENTS)
  const part = options.part ?? {
    batchOf: ledgerBatch,
    lock: (client: PoolClient) => beginLocked(client, generation, definitions),
    moveAndCommit,
  }
  let stood: Checkpoint | undefined
  let longWayUntil = 0
  let reading: Promise<unknown> = Promise.resolve()

  const read = (after: bigint | null): Promise<LedgerBatch> => {
    const batch = log.read(after, batchEvents).then((found) => part.batchOf(found, options.until))
    // A dropped batch must not cause an unhandled rejection.
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
            stoppedBy: isBlocked(step.checkpoint) ? step.checkpoint.stoppedBy : null,
          }
      }
    } catch (error) {
      broken = error as Error
      // The remembered checkpoint may be the cause: a restored log may lack that position.
      stood = undefined
      options.people?.forget()
      throw error
    } finally {
      // The log reader serves one call at a time.
      await reading
      client.release(broken)
    }
  }

  /** Writes the next live batch in one round trip; undefined if applyBatch must be used. */
  async function applyAtOnce(client: PoolClient, ahead: Ahead | undefined): Promise<Step | undefined> {
    if (
      generation !== 'live' ||
      options.part ||
      performance.now() < longWayUntil ||
      !stood ||
      stood.stoppedBy ||
      ahead?.after !== stood.position ||
      stood.position === null
    )
      return undefined
    const batch = await ahead.batch
    const { events, position, stop, reachedHead } = batch
    // applyBatch reads further batches while writing this one.
    if (!reachedHead || events.length === 0 || events.length > MOST_AT_ONCE || position === null || stop)
      return undefined
    await options.people?.meet(events)
    const beganAt = performance.now()
    const outcome = await writeInOneRoundTrip(client, readModels, stood, { events, position })
    switch (outcome.kind) {
      case 'written':
        return committed(stood, batch, { position, beganAt }, undefined)
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
      if (isBlocked(checkpoint)) {
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
      const beganAt = performance.now()
      const failed = await project(client, readModels, generationSchema(checkpoint.generation), events)
      if (failed) {
        await client.query('ROLLBACK')
        return { checkpoint, applied: 0, done: true, stop: failed, ahead: next }
      }
      await part.moveAndCommit(client, checkpoint, { position, events: events.length })
      return committed(checkpoint, batch, { position, beganAt }, next)
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {})
      throw error
    }
  }

  function committed(
    before: Checkpoint,
    { events, reachedHead, stop }: LedgerBatch,
    { position, beganAt }: { position: bigint; beganAt: number },
    ahead: Ahead | undefined,
  ): Step {
    const tookMs = performance.now() - beganAt
    options.onCommitted?.({ events: accountEvents(events), position, count: events.length, tookMs })
    const checkpoint = { ...before, position, events: before.events + events.length, stoppedBy: null }
    return { checkpoint, applied: events.length, done: reachedHead, stop, ahead }
  }

  function nextAfter({ reachedHead, lastPosition }: LedgerBatch): Ahead | undefined {
    return reachedHead || lastPosition === null ? undefined : readAhead(lastPosition)
  }

  async function lockCheckpoint(client: PoolClient): Promise<Checkpoint> {
    // If another generation went live while waiting for the lock, the second attempt finds it.
    const looks = generation === 'live' ? 2 : 1
    for (let look = 0; look < looks; look += 1) {
      const checkpoint = await part.lock(client)
      if (checkpoint) return checkpoint
      await client.query('ROLLBACK')
    }
    throw new Error(`The read models have no ${generation} generation`)
  }

  async function readAnew(after: bigint | null, ahead: Ahead | undefined): Promise<LedgerBatch> {
    await ahead?.batch
    return read(after)
  }
}
