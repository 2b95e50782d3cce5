/**
 * The buyer's statement of one account: every movement, its author and its arithmetic. Points are decimal strings,
 * signed for movements. Two clocks: `happened` at the counter and `recorded` in the ledger, which differ for offline
 * awards.
 */
import { z } from 'zod'
import { closedSchema } from './buyer.ts'
import { cursorSchema } from './counter.ts'
import { movementTypeSchema } from './figures.ts'
import { userIdSchema } from '../units/ids.ts'
import { daySchema, LAST_MOMENT_MS, momentSchema } from '../units/moments.ts'
import { languageSchema } from './session.ts'

export const clockSchema = z.enum(['recorded', 'happened'])
export type Clock = z.infer<typeof clockSchema>

export const statementParamsSchema = z.object({ id: userIdSchema, businessId: userIdSchema })

const period = {
  /** Days in Asia/Yerevan, both included, on the chosen clock. */
  from: daySchema.optional(),
  to: daySchema.optional(),
  clock: clockSchema.default('recorded'),
}
const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || from <= to
const WRONG_ORDER = 'The days are in the wrong order'

/** A statement line as a cursor: its moment on the chosen clock (ms since 1970), and its log position. */
const lineCursorSchema = z
  .string()
  .regex(/^\d{1,15}\.\d{1,19}$/, { error: 'Invalid cursor', abort: true })
  .refine((cursor) => {
    const [at, position] = cursor.split('.')
    return Number(at) <= LAST_MOMENT_MS && cursorSchema.safeParse(position).success
  }, 'Invalid cursor')

/**
 * GET /api/buyer/{id}/statement/{businessId}: newest first on the chosen clock. `before` is the previous page's `next`.
 */
export const statementQuerySchema = z
  .object({
    ...period,
    limit: z.coerce.number().int().min(1).max(200).default(50),
    before: lineCursorSchema.optional(),
  })
  .refine(inOrder, WRONG_ORDER)

/** The author: the business at its counter, the buyer, an administrator for the business (support), or the system. */
export const doneBySchema = z.enum(['business', 'yourself', 'support', 'system'])
export type DoneBy = z.infer<typeof doneBySchema>

export const statementLineSchema = z.object({
  /** Position in the log. */
  position: z.string(),
  eventId: z.string(),
  type: movementTypeSchema,
  happenedAt: z.string(),
  recordedAt: z.string(),
  doneBy: doneBySchema,
  /** The subject; null if not applicable. A refund has the perk of its redemption, a void the amount of its award. */
  perkName: z.string().nullable(),
  amountAmd: z.number().int().nullable(),
  receipt: z.string().nullable(),
  reason: z.string().nullable(),
  awardId: z.string().nullable(),
  redemptionId: z.string().nullable(),
  /**
   * The arithmetic: balanceBefore + points = balance. For an award also points = countedAmd ÷ 500; leftoverAmd earned
   * nothing.
   */
  balanceBefore: z.string(),
  points: z.string(),
  balance: z.string(),
  countedAmd: z.number().int().nullable(),
  leftoverAmd: z.number().int().nullable(),
})
export type StatementLine = z.infer<typeof statementLineSchema>

/** opening + awarded + returned - redeemed - voided - forfeited = closing. Only opening and closing may be negative. */
export const statementSumsSchema = z.object({
  opening: z.string(),
  awarded: z.string(),
  returned: z.string(),
  redeemed: z.string(),
  voided: z.string(),
  forfeited: z.string(),
  closing: z.string(),
  movements: z.number().int(),
})
export type StatementSums = z.infer<typeof statementSumsSchema>

/**
 * The read models' log position, and this account's last check against the log with its result. Null: not checked yet.
 */
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
  /** The current balance, whatever the period. */
  balance: z.string(),
  period: z.object({ from: z.string().nullable(), to: z.string().nullable(), clock: clockSchema }),
  sums: statementSumsSchema,
  lines: z.array(statementLineSchema),
  next: z.string().nullable(),
})
export type Statement = z.infer<typeof statementReplySchema>

/**
 * GET /api/buyer/{id}/statement/{businessId}/balance: as of the end of a `day` in Yerevan, or of a moment `at`;
 * default: now.
 */
export const balanceAsOfQuerySchema = z.object({ day: daySchema.optional(), at: momentSchema.optional() })
export const balanceAsOfReplySchema = z.object({
  asOf: statementAsOfSchema,
  at: z.string(),
  /** The balance of everything that had happened by then, and of everything recorded by then. */
  happened: z.string(),
  recorded: z.string(),
  /** Explains the difference: lines that had happened but were recorded later. At most 100. */
  recordedLater: z.array(statementLineSchema),
})
export type BalanceAsOf = z.infer<typeof balanceAsOfReplySchema>

/** GET /api/buyer/{id}/statement/{businessId}/file: the period as a file, oldest first. */
export const statementFileQuerySchema = z
  .object({ ...period, format: z.enum(['pdf', 'csv']), language: languageSchema.default('am') })
  .refine(inOrder, WRONG_ORDER)
/** Most movements in a file. A longer period is refused with 413 `too_large`. */
export const STATEMENT_FILE_MAX = { pdf: 2_000, csv: 20_000 } as const
