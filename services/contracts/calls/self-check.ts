/** The ledger's check of itself: what the administrator sees of it (H30), and what a buyer's statement says of her account. Times are ISO 8601. */
import { z } from 'zod'

const count = z.number().int().nonnegative()

/** What a check found: `what` is the table and column, values as texts. */
export const findingSchema = z.object({
  businessId: z.number().int(),
  buyerId: z.number().int(),
  what: z.string(),
  expected: z.string().nullable(),
  found: z.string().nullable(),
  foundAt: z.string(),
  /** When a later check found it right again. */
  clearedAt: z.string().nullable(),
})

/** GET /api/admin/self-check; POST …/run {scope} begins one at once. */
export const selfCheckReplySchema = z.object({
  /** When the last run ended; null before the first. `isLate`: so long ago that nothing is known of now. */
  lastAt: z.string().nullable(),
  isLate: z.boolean(),
  /** All accounts that differ; `open` and `past` are the newest findings alone. */
  openAccounts: count,
  open: z.array(findingSchema),
  past: z.array(findingSchema),
  /** The newest first; those over all accounts among the samples, which are many more. */
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

/** GET /api/ledger/accounts/{businessId}/{buyerId}/checked: for the buyer's statement. Null: not yet. */
export const checkedReplySchema = z.object({
  lastCheckedAt: z.string().nullable(),
  agrees: z.boolean().nullable(),
  position: z.string().nullable(),
})
export type Checked = z.infer<typeof checkedReplySchema>
