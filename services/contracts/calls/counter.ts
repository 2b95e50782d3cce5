/** The counter's calls besides awarding: recent awards, and voiding an award (H3, H4). */
import { z } from 'zod'
import { textSchema } from '../units/names.ts'
import { digitsSchema } from '../units/numbers.ts'
import { strictBody } from '../units/strict-body.ts'

/** How many days back an offline counter may date its awards. */
export const OFFLINE_DAYS_MAX = 7
/** How far a counter's clock may be ahead of the server's; later times are refused. */
export const CLOCK_AHEAD_MAX_MS = 2 * 60 * 1000

/** H4: a business may void an award within 24 hours of its recording. */
export const VOID_WINDOW_MS = 24 * 60 * 60 * 1000
export const VOID_REASON_MIN = 3
export const VOID_REASON_MAX = 200

/** A log position as a cursor: pass back `next` unchanged. */
export const cursorSchema = digitsSchema('bigint', 'Invalid cursor')

/** GET /api/business/{id}/awards?limit&before: newest first. */
export const awardsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  before: cursorSchema.optional(),
})

/**
 * Whether the business can void the award now; the call may still be refused, because the account decides. `balance`
 * and `balanceAfter` are the buyer's (decimal strings), shown beforehand; `until` is the end of the 24 hours.
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
  /** The buyer's code; empty if the person was erased. */
  buyerId: z.string(),
  points: z.number(),
  amountSpent: z.number().int(),
  receipt: z.string().nullable(),
  /** When it was recorded, and when it happened at the counter (earlier only for offline awards). ISO 8601. */
  recordedAt: z.string(),
  happenedAt: z.string(),
  /** `by`: the business itself, an administrator on its behalf during a support visit, or an administrator directly. */
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
  /** The buyer's balance afterwards. */
  balance: z.string(),
  message: z.string(),
})
export type VoidReply = z.infer<typeof voidReplySchema>
