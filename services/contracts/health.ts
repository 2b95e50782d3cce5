import { z } from 'zod'

/** GET /api/health: the process answers. */
export const healthSchema = z.object({ status: z.literal('ok') })

const partSchema = z.object({ ok: z.boolean(), detail: z.string().optional() })

/**
 * GET /api/health/ready: what it stands on. `checkpoint` and `head` are null where there is none yet, or where it could not be read.
 * `projection.ok`: nothing holds the read models up; whether a worker is there to move them shows in `caughtUp`, and in `selfCheck.lastAt`.
 * `stoppedBy`, to anybody: 'stopped' by an event, 'log_ends_early' where the log ends before what they hold.
 */
export const readySchema = z.object({
  status: z.enum(['ready', 'not_ready']),
  version: z.string(),
  node: z.string(),
  store: partSchema.extend({ product: z.string() }),
  postgres: partSchema,
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
