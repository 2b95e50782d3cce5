/** Recent and voided awards (H3, H4). */
import { z } from 'zod'
import { textSchema } from '../units/names.ts'
import { digitsSchema } from '../units/numbers.ts'
import { strictBody } from '../units/strict-body.ts'

/** How far back an offline counter may date awards. */
export const OFFLINE_DAYS_MAX = 7
/** Clock skew of a counter; later times are refused. */
export const CLOCK_AHEAD_MAX_MS = 2 * 60 * 1000

/** H4: for businesses, from the recording. */
export const VOID_WINDOW_MS = 24 * 60 * 60 * 1000
/** For a business, from the use. */
export const REOPEN_WINDOW_MS = 24 * 60 * 60 * 1000
/** The counter's screen undoes a use without asking until then. */
export const REOPEN_UNASKED_MS = 10 * 60 * 1000
export const VOID_REASON_MIN = 3
export const VOID_REASON_MAX = 200

/** Pass back `next` unchanged. */
export const cursorSchema = digitsSchema('bigint', 'Invalid cursor')

/** GET /api/business/{id}/awards?limit&before: newest first. */
export const awardsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  before: cursorSchema.optional(),
})

/** Preview; the account decides. `balance`, `balanceAfter`: the buyer's. `until`: end of the 24 hours. */
export const awardUndoSchema = z.object({
  possible: z.boolean(),
  why: z.enum(['already_voided', 'too_late', 'already_spent', 'account_closed']).nullable(),
  until: z.string(),
  balance: z.string().nullable(),
  balanceAfter: z.string().nullable(),
})

export const recentAwardSchema = z.object({
  awardId: z.string(),
  /** '' if erased. */
  buyerId: z.string(),
  points: z.number(),
  amountSpent: z.number().int(),
  receipt: z.string().nullable(),
  /** `happenedAt` is earlier for offline awards only. */
  recordedAt: z.string(),
  happenedAt: z.string(),
  /** `support`: on the business's behalf during a visit. */
  voided: z.object({ at: z.string(), reason: z.string(), by: z.enum(['business', 'support', 'admin']) }).nullable(),
  undo: awardUndoSchema,
})
export type RecentAward = z.infer<typeof recentAwardSchema>
export const awardsReplySchema = z.object({ awards: z.array(recentAwardSchema), next: z.string().nullable() })

/** POST /api/business/{id}/awards/{awardId}/void. Requires an Idempotency-Key; replies with a consistency-token. */
export const voidAwardSchema = strictBody({
  reason: textSchema('Required', VOID_REASON_MAX, { min: VOID_REASON_MIN }),
})
export const voidReplySchema = z.object({
  awardId: z.string(),
  points: z.number(),
  buyerId: z.string(),
  balance: z.string(),
  message: z.string(),
})
export type VoidReply = z.infer<typeof voidReplySchema>
