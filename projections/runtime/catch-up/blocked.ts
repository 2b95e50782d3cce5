import type { Checkpoint } from './checkpoints.ts'

/** In place of the event type that stops a generation: the log ends before its checkpoint (log-end.ts). */
export const LOG_ENDS_BEFORE = 'LogEndsBefore'

/** True if nothing may be projected into the generation until it is replaced. */
export const isBlocked = ({ stoppedBy }: Pick<Checkpoint, 'stoppedBy'>): boolean => stoppedBy?.type === LOG_ENDS_BEFORE

/** Log message for the operator while projections are blocked. */
export const BLOCKED =
  "the projections are blocked: the log ends before the read models' position. Restore the event store that belongs to this database, or rebuild the read models: npm run replay -- --diff, then --switch"
