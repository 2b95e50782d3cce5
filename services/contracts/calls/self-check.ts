/** The ledger's self-check, for administrators (H30) and for a buyer's statement. Times are ISO 8601. */
import { z } from 'zod'

const count = z.number().int().nonnegative()

/** A difference found. `what` is the table and column; values are text. */
export const findingSchema = z.object({
  businessId: z.number().int(),
  buyerId: z.number().int(),
  what: z.string(),
  expected: z.string().nullable(),
  found: z.string().nullable(),
  foundAt: z.string(),
  /** When a later check found it correct again. */
  clearedAt: z.string().nullable(),
})

/** GET /api/admin/self-check; POST …/run {scope} starts a check. */
export const selfCheckReplySchema = z.object({
  /** When the last run ended; null before the first. `isLate`: too long ago to say anything about now. */
  lastAt: z.string().nullable(),
  isLate: z.boolean(),
  /** `openAccounts` counts all differing accounts; `open` and `past` list only the newest findings. */
  openAccounts: count,
  open: z.array(findingSchema),
  past: z.array(findingSchema),
  /** Newest first. Full runs are listed among the far more frequent samples. */
  runs: z.array(
    z.object({
      id: z.number().int(),
      scope: z.enum(['sample', 'all']),
      startedAt: z.string(),
      endedAt: z.string().nullable(),
      accounts: count,
      differences: count,
    }),
  ),
})
export type SelfCheck = z.infer<typeof selfCheckReplySchema>
export const runSelfCheckSchema = z
  .object({ scope: z.enum(['sample', 'all']).default('sample') })
  .nullish()
  .transform((given) => given ?? { scope: 'sample' as const })

/** GET /api/ledger/accounts/{businessId}/{buyerId}/checked: for the buyer's statement. Null: not checked yet. */
export const checkedReplySchema = z.object({
  lastCheckedAt: z.string().nullable(),
  agrees: z.boolean().nullable(),
  position: z.string().nullable(),
})
export type Checked = z.infer<typeof checkedReplySchema>
