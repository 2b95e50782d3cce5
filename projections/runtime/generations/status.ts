import type { Queryable } from '#platform/postgres/postgres.ts'
import { liveCheckpoint, type StoppedBy } from '../catch-up/checkpoints.ts'

/** The queue that wakes the projections. */
export const PROJECTION_QUEUE = 'projection'
/** The queue that wakes whoever rebuilds read models beside the live ones. */
export const REPLAY_QUEUE = 'replay'
/** The queue that wakes the ledger's check of itself. */
export const SELF_CHECK_QUEUE = 'self-check'
/** The queue that wakes whoever signs heads of the log. */
export const HEADS_QUEUE = 'heads'
/** The queue that wakes the settling of abandoned quota places. */
export const QUOTA_QUEUE = 'quota'
/** The queue that wakes the sending of mails. */
export const MAIL_QUEUE = 'mail'
/** The queue that wakes the relay of events that ordinary rows have left. */
export const EVENTS_QUEUE = 'events'
/** The queue that wakes the chores of accounts: trials, documents, people who have left. */
export const CHORES_QUEUE = 'chores'

/** For the health page: what the read models hold, and whether anything holds them up. Positions are decimal strings. */
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
