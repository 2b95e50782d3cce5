/**
 * GET /api/live: server-sent events for buyers and businesses (C15). 401 without a session, 429 with too many
 * connections; ends with the session. `id: <position>` returns as Last-Event-ID, so that nothing is missed between
 * connections.
 * - `event: ready`: connected; earlier data may be stale. After an absence a `moved` with the missed accounts precedes
 *   it.
 * - `event: moved`: refetch these accounts with `consistency-token: <position>`.
 * - Lines beginning with a colon are heartbeats.
 */
import { z } from 'zod'

export const LIVE_PATH = '/api/live'
export const LIVE_READY = 'ready'
export const LIVE_MOVED = 'moved'
/** After a longer silence the connection is dead. */
export const LIVE_HEARTBEAT_MS = 15_000

/** `position`: the read models'. */
export const liveReadySchema = z.object({ position: z.string() })

/** Only the reader's accounts. Both ids are users.id. */
export const liveMovedSchema = z.object({
  position: z.string(),
  accounts: z.array(z.object({ businessId: z.number().int(), buyerId: z.number().int() })),
})
export type LiveMoved = z.infer<typeof liveMovedSchema>
