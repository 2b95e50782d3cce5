/** Recent, voided and corrected awards, and used redemptions (H3, H4, decision 44). */
import { z } from 'zod'
import { textSchema } from '../units/names.ts'
import { digitsSchema } from '../units/numbers.ts'
import { amountAmdSchema } from '../units/points.ts'
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

/** Preview; the account decides. */
export const awardCorrectionSchema = z.object({
  possible: z.boolean(),
  why: z.enum(['already_voided', 'too_late', 'account_closed']).nullable(),
  /** What the award holds: its points and all corrections. */
  held: z.string(),
})

/** Of whoever did it. `support`: on the business's behalf during a visit. */
const byWhomSchema = z.enum(['business', 'support', 'admin'])

/** Who did it at which till; null or missing for acts away from a till. */
export const placeShownSchema = z.object({
  staffId: z.string().nullable().optional(),
  tillId: z.string().nullable().optional(),
  branchId: z.string().nullable().optional(),
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
  ...placeShownSchema.shape,
  voided: z.object({ at: z.string(), reason: z.string(), by: byWhomSchema }).nullable(),
  undo: awardUndoSchema,
  /** The latest correction. `missing`: points that the balance did not cover. */
  corrected: z
    .object({
      at: z.string(),
      reason: z.string(),
      by: byWhomSchema,
      amountSpent: z.number().int(),
      points: z.string(),
      missing: z.string(),
    })
    .nullable(),
  correction: awardCorrectionSchema,
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

/** POST /api/business/{id}/awards/{awardId}/correct. Requires an Idempotency-Key; replies with a consistency-token. */
export const correctAwardSchema = strictBody({
  amountSpent: amountAmdSchema,
  reason: textSchema('Required', VOID_REASON_MAX, { min: VOID_REASON_MIN }),
})
/** `difference`: signed, what the balance moved by. `missing`: what it did not cover of the points to take back. */
export const correctReplySchema = z.object({
  awardId: z.string(),
  buyerId: z.string(),
  amountSpent: z.number().int(),
  points: z.number(),
  difference: z.string(),
  missing: z.string(),
  balance: z.string(),
  message: z.string(),
})
export type CorrectReply = z.infer<typeof correctReplySchema>

/** GET /api/business/{id}/redemptions?limit: codes used today and yesterday, newest first. */
export const usesQuerySchema = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) })
export const recentUseSchema = z.object({
  redemptionId: z.string(),
  /** Null once the use is undone, because the code can then be used again. */
  code: z.string().nullable(),
  perk: z.object({ name: z.string(), pointsRequired: z.string() }),
  /** `buyerId`: '' if erased. */
  buyer: z.object({ buyerId: z.string() }),
  usedAt: z.string(),
  ...placeShownSchema.shape,
  undone: z.boolean(),
  /** Preview; the account decides. */
  undo: z.object({ possible: z.boolean(), until: z.string() }),
})
export type RecentUse = z.infer<typeof recentUseSchema>
export const usesReplySchema = z.object({ uses: z.array(recentUseSchema) })

/** GET /api/business/{id}/redemptions/{code}: uses nothing. Wrong codes count with those of the verification. */
export const redemptionPreviewSchema = z.object({
  redemptionId: z.string(),
  perk: z.object({ name: z.string(), pointsRequired: z.string() }),
  buyer: z.object({ buyerId: z.string() }),
  state: z.enum(['pending', 'used', 'cancelled']),
  createdAt: z.string(),
  usedAt: z.string().nullable(),
})
export type RedemptionPreview = z.infer<typeof redemptionPreviewSchema>

/** POST /api/business/{id}/redemptions/{redemptionId}/reopen. As `voidAwardSchema`. */
export const reopenRedemptionSchema = strictBody({
  reason: textSchema('Required', VOID_REASON_MAX, { min: VOID_REASON_MIN }),
})
export const reopenReplySchema = z.object({
  redemptionId: z.string(),
  perk: z.object({ name: z.string(), pointsRequired: z.string() }),
  buyer: z.object({ buyerId: z.string() }),
  message: z.string(),
})
export type ReopenReply = z.infer<typeof reopenReplySchema>
