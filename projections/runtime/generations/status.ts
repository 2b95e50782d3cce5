import type { Queryable } from '#platform/postgres/postgres.ts'
import { liveCheckpoint, type StoppedBy } from '../catch-up/checkpoints.ts'

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

/** Positions are decimal strings. */
export type ProjectionStatus = { generation: number | null; checkpoint: string | null; stoppedBy: StoppedBy | null }

export async function projectionStatus(db: Queryable): Promise<ProjectionStatus> {
  const live = await liveCheckpoint(db)
  if (!live) return { generation: null, checkpoint: null, stoppedBy: null }
  return {
    generation: live.generation,
    checkpoint: live.position === null ? null : String(live.position),
    stoppedBy: live.stoppedBy,
  }
}
