/** The counter beyond the award itself: what was awarded lately, and calling an award back (H3, H4). */
import { z } from 'zod'
import { textSchema } from '../units/names.ts'
import { digitsSchema } from '../units/numbers.ts'
import { strictBody } from '../units/strict-body.ts'

/** How far back a counter that was offline may date its awards. */
export const OFFLINE_DAYS_MAX = 7
/** How far a counter's clock may run ahead of the server's; what lies further in the future is refused. */
export const CLOCK_AHEAD_MAX_MS = 2 * 60 * 1000

/** H4: a business may call an award back within 24 hours of its recording. */
export const VOID_WINDOW_MS = 24 * 60 * 60 * 1000
export const VOID_REASON_MIN = 3
export const VOID_REASON_MAX = 200

/** A place in the log as a cursor: hand back what `next` said, unchanged. */
export const cursorSchema = digitsSchema('bigint', 'Invalid cursor')

/** GET /api/business/{id}/awards?limit&before: newest first. */
export const awardsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  before: cursorSchema.optional(),
})

/**
 * Whether the business can call it back now. `balance` and `balanceAfter` are the buyer's (decimal strings), to be shown before it is
 * done; `until` is the end of the 24 hours. A refusal may still come: the account decides.
 */
export const awardUndoSchema = z.object({
  possible: z.boolean(),
  why: z.enum(['already_voided', 'too_late', 'already_spent', 'account_closed']).nullable(),
  until: z.string(),
  balance: z.string().nullable(),
  balanceAfter: z.string().nullable(),
})

export const recentAwardSchema = z.object({
  awardId: z.string(),
  /** The buyer's code; empty where the person was erased. */
  buyerId: z.string(),
  points: z.number(),
  amountSpent: z.number().int(),
  receipt: z.string().nullable(),
  /** When it was recorded, and when it happened at the counter (earlier only for awards made offline). ISO 8601. */
  recordedAt: z.string(),
  happenedAt: z.string(),
  /** `by`: the business itself, an administrator on its behalf during a support visit, or an administrator on his own. */
  voided: z.object({ at: z.string(), reason: z.string(), by: z.enum(['business', 'support', 'admin']) }).nullable(),
  undo: awardUndoSchema,
})
export type RecentAward = z.infer<typeof recentAwardSchema>
export const awardsReplySchema = z.object({ awards: z.array(recentAwardSchema), next: z.string().nullable() })

/** POST /api/business/{id}/awards/{awardId}/void. Idempotency-Key required; answers with the consistency-token. */
export const voidAwardSchema = strictBody({
  reason: textSchema('Required', VOID_REASON_MAX, { min: VOID_REASON_MIN }),
})
export const voidReplySchema = z.object({
  awardId: z.string(),
  /** The points taken back. */
  points: z.number(),
  buyerId: z.string(),
  /** The buyer's balance afterwards. */
  balance: z.string(),
  message: z.string(),
})
export type VoidReply = z.infer<typeof voidReplySchema>
