/**
 * A log that ends before the checkpoint is not the one that the read models were made from: the event store was restored from an older backup than
 * PostgreSQL, or it is another store (decision 36). New events below the checkpoint would be skipped silently, so the live generation is held: it
 * stands still, says why, and only gives way to one that is rebuilt from the present log. The hold is recorded, since such a log grows past the
 * checkpoint one day.
 */
import type { EventStoreGateway } from '#platform/event-store/gateway.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { liveCheckpoint, type Checkpoint, type StoppedBy } from '../catch-up/checkpoints.ts'
import { isHeld, LOG_ENDS_BEFORE } from '../catch-up/held.ts'
import { currentReplay, noteFailure } from '../replay/replay-control.ts'

/** `end`: the position of the last event of any stream, including the store's own. */
type Log = { end: EventStoreGateway['end']; storedAt: EventStoreGateway['storedAt'] }
type Held = StoppedBy & { heldAt: string }

/**
 * The live checkpoint and the reason, if the log ends before it; undefined if all is well. A checkpoint is at an event, of whatever stream, that has
 * been read, and a log never loses its end. Throws if the store or PostgreSQL is down.
 */
export async function logEndsBefore(
  db: Queryable,
  end: Log['end'],
): Promise<{ live: Checkpoint; reason: string } | undefined> {
  const live = await liveCheckpoint(db)
  if (!live || live.position === null) return undefined
  // Asked after the checkpoint: the read models may move on in between.
  const ends = await end()
  if (ends !== null && ends >= live.position) return undefined
  const where = ends === null ? 'the log is empty' : `the log ends at ${ends}`
  return {
    live,
    reason: `${where}, and the read models hold it up to ${live.position}: the event store was restored from an older backup, or it is another one`,
  }
}

export type LogWatch = {
  /** To be called before each look of the projections. Costs nothing if no check is due. Throws if the store or PostgreSQL is down. */
  look(): Promise<void>
  /** The connection broke, so it may be another store by now: a check is due. */
  again(): void
}

/** Checks at the start, after every break, and, while the live generation is held, whether it may continue. */
export function createLogWatch(db: Queryable, log: Log): LogWatch {
  let due = true
  return {
    async look() {
      if (!due) return
      const live = await liveCheckpoint(db)
      if (live && isHeld(live)) {
        if (await isBack(live, log)) await release(db, live)
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

async function hold(db: Queryable, { live, reason }: { live: Checkpoint; reason: string }, at: Date): Promise<void> {
  const held: Held = {
    position: String(live.position),
    eventId: '-',
    stream: '$all',
    type: LOG_ENDS_BEFORE,
    reason,
    heldAt: at.toISOString(),
  }
  await db.query('UPDATE projection_generations SET stopped_by = $2 WHERE generation = $1 AND live AND position = $3', [
    live.generation,
    JSON.stringify(held),
    held.position,
  ])
}

/**
 * True if the right store is back: then the event at the checkpoint was stored before the hold began. In a wrong log that has grown past the
 * checkpoint since, that event was stored after.
 */
async function isBack({ position, stoppedBy }: Checkpoint, log: Log): Promise<boolean> {
  // Of whatever stream: the checkpoint stands at the store's own events, too.
  const storedAt = await log.storedAt(position!)
  return storedAt !== undefined && storedAt < new Date((stoppedBy as Held).heldAt)
}

/** A rebuild in progress has read the other log, and would continue in this one from where that one ended, so it is ended. */
async function release(db: Queryable, { generation }: Checkpoint): Promise<void> {
  const replay = await currentReplay(db)
  if (replay) await noteFailure(db, replay.id, 'It was built from a log that is not there any more')
  await db.query(
    `UPDATE projection_generations SET stopped_by = NULL WHERE generation = $1 AND stopped_by ->> 'type' = '${LOG_ENDS_BEFORE}'`,
    [generation],
  )
}
