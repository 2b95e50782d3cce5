/** Self-check of the ledger (H30). */
import { z } from 'zod'

const count = z.number().int().nonnegative()

/** `what`: table and column. */
export const findingSchema = z.object({
  businessId: z.number().int(),
  buyerId: z.number().int(),
  what: z.string(),
  expected: z.string().nullable(),
  found: z.string().nullable(),
  foundAt: z.string(),
  /** When found correct again. */
  clearedAt: z.string().nullable(),
})

/** GET /api/admin/self-check; POST …/run {scope} starts one. */
export const selfCheckReplySchema = z.object({
  /** End of the last run. `isLate`: too long ago. */
  lastAt: z.string().nullable(),
  isLate: z.boolean(),
  /** `openAccounts` counts all; the lists hold the newest only. */
  openAccounts: count,
  open: z.array(findingSchema),
  past: z.array(findingSchema),
  /** Newest first; full runs and samples. */
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

/** GET /api/ledger/accounts/{businessId}/{buyerId}/checked. Null: not checked yet. */
export const checkedReplySchema = z.object({
  lastCheckedAt: z.string().nullable(),
  agrees: z.boolean().nullable(),
  position: z.string().nullable(),
})
export type Checked = z.infer<typeof checkedReplySchema>
