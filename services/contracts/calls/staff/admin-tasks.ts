/** What waits for an administrator (H30). */
import { z } from 'zod'

const count = z.number().int().nonnegative()
/** ISO moment since which the task waits. */
const since = z.string()

export const adminTaskSchema = z.discriminatedUnion('kind', [
  /** A registration with a verified address. `business`: users.id. `late`: as `amber` in GET /api/admin/approvals. */
  z.object({
    kind: z.literal('approval'),
    since,
    business: z.number().int(),
    businessName: z.string(),
    late: z.boolean(),
  }),
  /** A charge whose transfer may have arrived, a refund to send, or a part payment of a withdrawn charge to send back.
   * `late`: past its due day. */
  z.object({
    kind: z.enum(['charge', 'refund', 'return']),
    since,
    invoice: z.number().int(),
    number: z.string(),
    businessName: z.string(),
    /** What is missing, or to be sent. */
    amountAmd: count,
    /** Has arrived in part. */
    isPart: z.boolean(),
    late: z.boolean(),
  }),
  /** Dead letters. */
  z.object({ kind: z.literal('mails'), since, count }),
  /** Open findings of the self-check. */
  z.object({ kind: z.literal('findings'), since, count }),
  /** A rebuild to switch to or to discard. */
  z.object({ kind: z.literal('replay'), since, state: z.enum(['ready', 'awaiting_second']) }),
])
export type AdminTask = z.infer<typeof adminTaskSchema>

export const MOST_TASKS = 50

/** GET /api/admin/tasks: oldest first, at most 50. `more`: waiting beyond these. `at`: the server's time, for ages. */
export const adminTasksReplySchema = z.object({ at: z.string(), tasks: z.array(adminTaskSchema), more: count })
export type AdminTasks = z.infer<typeof adminTasksReplySchema>
