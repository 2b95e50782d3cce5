import { z } from 'zod'

/** GET /api/health: the process answers. */
export const healthSchema = z.object({ status: z.literal('ok') })

const partSchema = z.object({ ok: z.boolean(), detail: z.string().optional() })

/** `projection.stoppedBy`, as anybody is told it: an event holds the read models up. Which one names a stream, and is for administrators and the log. */
export const STOPPED = 'stopped'
/** The same where the log is not the one that the read models were made from. Whether a worker has noticed does not matter. */
export const LOG_ENDS_EARLY = 'log_ends_early'

/**
 * GET /api/admin/readiness: what the product stands on. `checkpoint` and `head` are null where there is none yet, or where it could not be read.
 * `projection.ok`: nothing holds the read models up; whether a worker is there to move them shows in `caughtUp`, and in `selfCheck.lastAt`.
 * `stoppedBy`, to anybody: STOPPED or LOG_ENDS_EARLY. `clockAheadSeconds`: by how much the clock of the API that answers is ahead of PostgreSQL's, or
 * behind it where negative; it does not decide readiness, since nobody knows which one is right.
 */
export const readySchema = z.object({
  status: z.enum(['ready', 'not_ready']),
  version: z.string(),
  node: z.string(),
  store: partSchema.extend({ product: z.string() }),
  postgres: partSchema.extend({ clockAheadSeconds: z.number().int().nullable() }),
  redis: partSchema,
  projection: partSchema.extend({
    generation: z.number().int().nullable(),
    checkpoint: z.string().nullable(),
    head: z.string().nullable(),
    caughtUp: z.boolean(),
    stoppedBy: z.string().nullable(),
  }),
  /** What the ledger's check of itself last found. It does not decide readiness: a wrong row is no reason to answer nobody. */
  selfCheck: z.object({ lastAt: z.string().nullable(), differences: z.number().int() }),
  queue: partSchema.extend({ waiting: z.number().int(), failed: z.number().int() }),
})
export type Ready = z.infer<typeof readySchema>

/** The same for anybody: which versions run is for administrators. */
export const publicReadySchema = readySchema.omit({ version: true, node: true }).extend({ store: partSchema })
export type PublicReady = z.infer<typeof publicReadySchema>
