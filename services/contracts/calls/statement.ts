/**
 * A buyer's statement. Points are decimal strings, signed for movements. Clocks: `happened` at the counter, `recorded`
 * in the ledger; they differ for offline awards.
 */
import { z } from 'zod'
import { closedSchema } from './buyer.ts'
import { cursorSchema } from './counter.ts'
import { movementTypeSchema, ofAwardSchema } from './figures.ts'
import { userIdSchema } from '../units/ids.ts'
import { daySchema, LAST_MOMENT_MS, momentSchema } from '../units/moments.ts'
import { languageSchema } from './account/session.ts'

export const clockSchema = z.enum(['recorded', 'happened'])
export type Clock = z.infer<typeof clockSchema>

export const statementParamsSchema = z.object({ id: userIdSchema, businessId: userIdSchema })

const period = {
  /** Days in Yerevan, inclusive, by the chosen clock. */
  from: daySchema.optional(),
  to: daySchema.optional(),
  clock: clockSchema.default('recorded'),
}
const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || from <= to
const WRONG_ORDER = 'The days are in the wrong order'

/** A line: its time by the chosen clock (epoch ms) and log position. */
const lineCursorSchema = z
  .string()
  .regex(/^\d{1,15}\.\d{1,19}$/, { error: 'Invalid cursor', abort: true })
  .refine((cursor) => {
    const [at, position] = cursor.split('.')
    return Number(at) <= LAST_MOMENT_MS && cursorSchema.safeParse(position).success
  }, 'Invalid cursor')

/** GET /api/buyer/{id}/statement/{businessId}: newest first by the chosen clock. */
export const statementQuerySchema = z
  .object({
    ...period,
    limit: z.coerce.number().int().min(1).max(200).default(50),
    before: lineCursorSchema.optional(),
  })
  .refine(inOrder, WRONG_ORDER)

/** `support`: an administrator for the business. */
export const doneBySchema = z.enum(['business', 'yourself', 'support', 'system'])
export type DoneBy = z.infer<typeof doneBySchema>

export const statementLineSchema = z.object({
  position: z.string(),
  eventId: z.string(),
  type: movementTypeSchema,
  happenedAt: z.string(),
  recordedAt: z.string(),
  doneBy: doneBySchema,
  /** Null if not applicable. A refund has its redemption's perk, a void its award's amount, a correction the new one. */
  perkName: z.string().nullable(),
  amountAmd: z.number().int().nullable(),
  receipt: z.string().nullable(),
  reason: z.string().nullable(),
  /** Of a correction: points that the balance did not cover. */
  missing: z.string().nullable(),
  awardId: z.string().nullable(),
  redemptionId: z.string().nullable(),
  /** The purchase that a void or a correction is about, as it was awarded. Missing from replies of older versions. */
  of: ofAwardSchema.nullable().optional(),
  /** balanceBefore + points = balance; for awards points = countedAmd ÷ 500, and leftoverAmd earned nothing. */
  balanceBefore: z.string(),
  points: z.string(),
  balance: z.string(),
  countedAmd: z.number().int().nullable(),
  leftoverAmd: z.number().int().nullable(),
})
export type StatementLine = z.infer<typeof statementLineSchema>

/**
 * opening + awarded + returned + merged - redeemed - voided - forfeited = closing. Only opening and closing may be
 * negative, and `merged` (points of cards, decision 53) on a card's own account.
 */
export const statementSumsSchema = z.object({
  opening: z.string(),
  awarded: z.string(),
  returned: z.string(),
  merged: z.string(),
  redeemed: z.string(),
  voided: z.string(),
  forfeited: z.string(),
  closing: z.string(),
  movements: z.number().int(),
})
export type StatementSums = z.infer<typeof statementSumsSchema>

/** The read models' position, and the account's last check. Null: not checked yet. */
export const statementAsOfSchema = z.object({
  position: z.string().nullable(),
  at: z.string(),
  lastCheckedAt: z.string().nullable(),
  agrees: z.boolean().nullable(),
})

const business = z.object({
  id: z.number().int(),
  businessName: z.string(),
  closed: closedSchema,
  slug: z.string().nullable(),
})

export const statementReplySchema = z.object({
  business,
  asOf: statementAsOfSchema,
  /** Now, whatever the period. */
  balance: z.string(),
  period: z.object({ from: z.string().nullable(), to: z.string().nullable(), clock: clockSchema }),
  sums: statementSumsSchema,
  lines: z.array(statementLineSchema),
  next: z.string().nullable(),
})
export type Statement = z.infer<typeof statementReplySchema>

/** GET /api/buyer/{id}/statement/{businessId}/balance: at the end of `day` in Yerevan, or `at`; default: now. */
export const balanceAsOfQuerySchema = z.object({ day: daySchema.optional(), at: momentSchema.optional() })
export const balanceAsOfReplySchema = z.object({
  asOf: statementAsOfSchema,
  at: z.string(),
  /** By each clock. */
  happened: z.string(),
  recorded: z.string(),
  /** Happened by then, but recorded later. At most 100. */
  recordedLater: z.array(statementLineSchema),
})
export type BalanceAsOf = z.infer<typeof balanceAsOfReplySchema>

/** GET /api/buyer/{id}/statement/{businessId}/file: oldest first. */
export const statementFileQuerySchema = z
  .object({ ...period, format: z.enum(['pdf', 'csv']), language: languageSchema.default('am') })
  .refine(inOrder, WRONG_ORDER)
/** More movements: 413 `too_large`. */
export const STATEMENT_FILE_MAX = { pdf: 2_000, csv: 20_000 } as const
