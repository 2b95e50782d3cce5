/**
 * GET /api/live: server-sent events for the signed-in buyer or business (C15). Answers 401 without a session, 429 with
 * too many connections; ends with the session. Every message carries `id: <position>`, which the browser returns as
 * Last-Event-ID, so nothing is missed between connections. Without the stream, the page refetches at its default
 * intervals.
 *
 * - `event: ready`: connected; data is liveReadySchema. Anything loaded before may be stale. After an absence, a
 *   `moved` event with the missed accounts comes first.
 * - `event: moved`: account update; data is LiveMoved. Refetch these accounts with `consistency-token: <position>`.
 * - Lines that begin with a colon are heartbeats.
 */
import { z } from 'zod'

export const LIVE_PATH = '/api/live'
export const LIVE_READY = 'ready'
export const LIVE_MOVED = 'moved'
/** A longer silence means that the connection is dead. */
export const LIVE_HEARTBEAT_MS = 15_000

/** `position`: the read models' current position. */
export const liveReadySchema = z.object({ position: z.string() })

/**
 * Only the reader's accounts: a buyer's own at some businesses, or a business's own with some buyers. Both ids are
 * users.id.
 */
export const liveMovedSchema = z.object({
  position: z.string(),
  accounts: z.array(z.object({ businessId: z.number().int(), buyerId: z.number().int() })),
})
export type LiveMoved = z.infer<typeof liveMovedSchema>
