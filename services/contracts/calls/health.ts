import { z } from 'zod'

/** GET /api/health: the liveness probe. */
export const healthSchema = z.object({ status: z.literal('ok') })

const partSchema = z.object({ ok: z.boolean(), detail: z.string().optional() })

/**
 * Public value of `projection.stoppedBy`: an event blocks the read models. Its details name a stream, so only
 * administrators and the log get them.
 */
export const STOPPED = 'stopped'
/**
 * Public value of `projection.stoppedBy`: the log is not the one that the read models were built from. Set whether or
 * not a worker has noticed.
 */
export const LOG_ENDS_EARLY = 'log_ends_early'

/**
 * GET /api/admin/readiness: the product's dependencies.
 * - `checkpoint`, `head`: null if there is none yet or it could not be read.
 * - `projection.ok`: nothing blocks the read models; a missing worker shows in `caughtUp` and `selfCheck.lastAt`.
 * - `stoppedBy`: in the public reply, STOPPED or LOG_ENDS_EARLY.
 * - `clockAheadSeconds`: how far the API's clock is ahead of PostgreSQL's (negative: behind). It does not affect
 *   readiness, because either clock may be wrong.
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
  /**
   * The ledger self-check's last result. It does not affect readiness: a wrong row is no reason to stop serving
   * everybody.
   */
  selfCheck: z.object({ lastAt: z.string().nullable(), differences: z.number().int() }),
  queue: partSchema.extend({ waiting: z.number().int(), failed: z.number().int() }),
})
export type Ready = z.infer<typeof readySchema>

/** The public readiness probe, without versions, which only administrators see. */
export const publicReadySchema = readySchema.omit({ version: true, node: true }).extend({ store: partSchema })
export type PublicReady = z.infer<typeof publicReadySchema>
