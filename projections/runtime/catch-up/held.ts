import type { Checkpoint } from './checkpoints.ts'

/** In the place of the event's type that stops a generation: nothing did, but the log ends before what it holds (log-end.ts). */
export const LOG_ENDS_BEFORE = 'LogEndsBefore'

/** True where the generation waits to be replaced: nothing is projected into it. */
export const isHeld = ({ stoppedBy }: Pick<Checkpoint, 'stoppedBy'>): boolean => stoppedBy?.type === LOG_ENDS_BEFORE

/** What whoever runs it is told then. */
export const HELD =
  'nothing is projected: the log ends before what the read models hold. Bring back the event store that belongs to this database, or let the read models be built anew: npm run replay -- --diff, then --switch'
