/**
 * Detects a log that ends before the checkpoint: the event store was restored from an older backup or exchanged
 * (decision 36). New events below the checkpoint would be skipped silently, so the live generation is blocked until it
 * is rebuilt.
 * The block is stored, because such a log eventually grows past the checkpoint.
 */
import type { EventStoreGateway } from '#platform/event-store/gateway.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { liveCheckpoint, type Checkpoint, type StoppedBy } from '../catch-up/checkpoints.ts'
import { isBlocked, LOG_ENDS_BEFORE } from '../catch-up/blocked.ts'
import { highest, listShards } from '../shards/shards.ts'
import { generationSchema } from '../generations/generation-schema.ts'
import { currentReplay, noteFailure } from '../replay/replay-control.ts'

/** `end`: position of the last event of any stream, including the store's own. */
type Log = { end: EventStoreGateway['end']; storedAt: EventStoreGateway['storedAt'] }
type Held = StoppedBy & { heldAt: string }

/** Undefined if the log reaches the live checkpoint. Throws if the store or PostgreSQL is down. */
export async function logEndsBefore(
  db: Queryable,
  end: Log['end'],
): Promise<{ live: Checkpoint; reason: string } | undefined> {
  const live = await liveCheckpoint(db)
  if (!live || live.position === null) return undefined
  const reached = await furthest(db, live)
  // Read after the checkpoint, which may move.
  const ends = await end()
  if (ends !== null && ends >= reached) return undefined
  const where = ends === null ? 'the log is empty' : `the log ends at ${ends}`
  return {
    live,
    reason: `${where}, but the read models are at ${reached}: the event store was restored from an older backup, or is a different one`,
  }
}

export type LogWatch = {
  /** Call before each catch-up; checks only if due. Throws if the store or PostgreSQL is down. */
  look(): Promise<void>
  /** Makes a check due, because after a broken connection the store may be another one. */
  again(): void
}

/** Checks at the start, after each reconnect, and while blocked. */
export function createLogWatch(db: Queryable, log: Log): LogWatch {
  let due = true
  return {
    async look() {
      if (!due) return
      const live = await liveCheckpoint(db)
      if (live && isBlocked(live)) {
        if (await isBack(await furthest(db, live), live, log)) await release(db, live)
        else return
      }
      const ended = await logEndsBefore(db, log.end)
      if (ended) await hold(db, ended, new Date())
      due = ended !== undefined
    },
    again() {
      due = true
    },
  }
}

/** Of a generation in shards, the position of the one furthest ahead: all of its rows must be in the log. */
async function furthest(db: Queryable, { generation, position }: Checkpoint): Promise<bigint> {
  const shards = await listShards(db, generation)
  return shards.length > 0 ? highest(shards) : position!
}

async function hold(db: Queryable, { live, reason }: { live: Checkpoint; reason: string }, at: Date): Promise<void> {
  const held: Held = {
    position: String(live.position),
    eventId: '-',
    stream: '$all',
    type: LOG_ENDS_BEFORE,
    reason,
    heldAt: at.toISOString(),
  }
  await db.query(
    'UPDATE projection_generations SET stopped_by = $2 WHERE generation = $1 AND serving AND position = $3',
    [live.generation, JSON.stringify(held), held.position],
  )
}

/**
 * True if the right store is back: its event at the checkpoint was stored before the block. A wrong log stored that
 * event later.
 */
async function isBack(position: bigint, { stoppedBy }: Checkpoint, log: Log): Promise<boolean> {
  // Of any stream: the checkpoint may be at the store's own events.
  const storedAt = await log.storedAt(position)
  return storedAt !== undefined && storedAt < new Date((stoppedBy as Held).heldAt)
}

/** Also fails a running rebuild, and drops what another version is building: both have read from the other log. */
async function release(db: Queryable, { generation }: Checkpoint): Promise<void> {
  const replay = await currentReplay(db)
  if (replay) await noteFailure(db, replay.id, 'It was built from a log that no longer exists')
  const { rows } = await db.query<{ generation: number }>(
    `DELETE FROM projection_generations WHERE NOT serving AND NOT live AND definitions IS NOT NULL
     AND generation NOT IN (SELECT generation FROM replays) RETURNING generation`,
  )
  for (const unfinished of rows)
    await db.query(`DROP SCHEMA IF EXISTS ${generationSchema(unfinished.generation)} CASCADE`)
  await db.query(
    `UPDATE projection_generations SET stopped_by = NULL WHERE generation = $1 AND stopped_by ->> 'type' = '${LOG_ENDS_BEFORE}'`,
    [generation],
  )
}
