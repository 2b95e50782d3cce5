/**
 * GET /api/live: server-sent events for the signed-in buyer or business (C15). 401 without a session, 429 with too many
 * connections. Every message carries `id: <position>`, which the browser hands back as Last-Event-ID: nothing is missed between two
 * connections. The stream ends when the session ends. Where it cannot be had, the page refetches as the defaults say.
 *
 * `event: ready`: connected; data as liveReadySchema; what was loaded before it may be older. After an absence a `moved` with what was missed comes
 * first. `event: moved`: data is LiveMoved; refetch with `consistency-token: <position>` what shows these accounts. Lines that begin with a colon are
 * heartbeats.
 */
import { z } from 'zod'

export const LIVE_PATH = '/api/live'
export const LIVE_READY = 'ready'
export const LIVE_MOVED = 'moved'
/** Silence longer than this means that the connection is dead. */
export const LIVE_HEARTBEAT_MS = 15_000

/** `position`: what the read models hold now. */
export const liveReadySchema = z.object({ position: z.string() })

/** Only accounts of the reader: a buyer's own at some businesses, or a business's own with some buyers. Both are users.id. */
export const liveMovedSchema = z.object({
  position: z.string(),
  accounts: z.array(z.object({ businessId: z.number().int(), buyerId: z.number().int() })),
})
export type LiveMoved = z.infer<typeof liveMovedSchema>
