import type { Queryable } from '#platform/postgres/postgres.ts'
import { READ_MODELS } from '#platform/postgres/read-models.ts'
import { listCheckpoints, type StoppedBy } from '../catch-up/checkpoints.ts'

export const PROJECTION_QUEUE = 'projection'
export const REPLAY_QUEUE = 'replay'
export const SELF_CHECK_QUEUE = 'self-check'
/** Signs tree heads. */
export const HEADS_QUEUE = 'heads'
/** Settles abandoned reservations. */
export const QUOTA_QUEUE = 'quota'
export const MAIL_QUEUE = 'mail'
/** Notifications of buyers. */
export const PUSH_QUEUE = 'push'
/** Relays the event outbox. */
export const EVENTS_QUEUE = 'events'
export const CHORES_QUEUE = 'chores'

/** Events of the first generation of this version: those that it has, and those of the version before. */
export type Building = { events: number; eventsTotal: number }

/** Positions are decimal strings. `building`: null if this version has a live generation. */
export type ProjectionStatus = {
  generation: number | null
  checkpoint: string | null
  stoppedBy: StoppedBy | null
  building: Building | null
}

export async function projectionStatus(db: Queryable, definitions: string = READ_MODELS): Promise<ProjectionStatus> {
  const checkpoints = await listCheckpoints(db, definitions)
  const live = checkpoints.find((checkpoint) => checkpoint.live)
  if (!live) {
    const own = checkpoints.filter((checkpoint) => checkpoint.definitions === definitions).at(-1)
    const before = checkpoints.filter(({ isKept }) => isKept).at(-1)
    const events = own?.events ?? 0
    const building = { events, eventsTotal: Math.max(events, before?.events ?? 0) }
    return { generation: null, checkpoint: null, stoppedBy: null, building }
  }
  return {
    generation: live.generation,
    checkpoint: live.position === null ? null : String(live.position),
    stoppedBy: live.stoppedBy,
    building: null,
  }
}
