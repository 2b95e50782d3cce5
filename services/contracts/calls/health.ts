import { z } from 'zod'

/** GET /api/health: liveness probe. */
export const healthSchema = z.object({ status: z.literal('ok') })

const partSchema = z.object({ ok: z.boolean(), detail: z.string().optional() })

/**
 * Public `projection.stoppedBy`: an event blocks the read models. Its details name a stream, so they are not public.
 */
export const STOPPED = 'stopped'
/** Public `projection.stoppedBy`: the log is not the one that the read models were built from. */
export const LOG_ENDS_EARLY = 'log_ends_early'

/**
 * GET /api/admin/readiness.
 * - `checkpoint`, `head`: null if none or unreadable.
 * - `projection.building`: this version's first read models are being built; null once it has them. `fraction` is of the
 *   log, and `secondsLeft` null until a rate is known.
 * - `projection.ok`: there are read models of this version, and nothing blocks the read models; a missing worker shows in `caughtUp` and `selfCheck.lastAt`.
 * - `clockAheadSeconds`: the API's clock against PostgreSQL's; no readiness criterion, because either may be wrong.
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
    building: z.object({ fraction: z.number(), secondsLeft: z.number().int().nullable() }).nullish(),
  }),
  /** No readiness criterion: a wrong row is no reason to stop serving. */
  selfCheck: z.object({ lastAt: z.string().nullable(), differences: z.number().int() }),
  queue: partSchema.extend({ waiting: z.number().int(), failed: z.number().int() }),
})
export type Ready = z.infer<typeof readySchema>

/** Public readiness probe, without versions. */
export const publicReadySchema = readySchema.omit({ version: true, node: true }).extend({ store: partSchema })
export type PublicReady = z.infer<typeof publicReadySchema>
