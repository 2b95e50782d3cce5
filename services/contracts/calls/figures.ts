/** A business's figures: buyers, days, the points-liability book, and the events behind every number (spec.md 2; R140). */
import { z } from 'zod'
import { cursorSchema } from './counter.ts'
import { userIdSchema } from '../units/ids.ts'
import type { MovementType } from '../events/ledger-events.ts'
import { daySchema } from '../units/moments.ts'
import { languageSchema } from './session.ts'

/**
 * GET /api/business/{id}/buyers, beside its specified array (business.ts): `sort`, `order`, `search` (the beginning of a code) and
 * `cursor`, which is the `next-cursor` header of the page before. No such header: that was the last page.
 */
export const buyersQuerySchema = z
  .object({
    limit: z.coerce.number().int().min(1).max(200).default(200),
    /** The last `id` seen, for the plain order by id: in another one an id says nothing of where the next page begins. */
    after: userIdSchema.optional(),
    sort: z.enum(['id', 'code', 'points']).default('id'),
    order: z.enum(['asc', 'desc']).default('asc'),
    search: z.string().trim().max(40).optional(),
    cursor: z
      .string()
      .regex(/^[A-Z0-9]{0,12}\.?\d{0,12}$/)
      .optional(),
  })
  .refine(({ after, sort }) => after === undefined || sort === 'id', {
    path: ['after'],
    message: 'Only in the order by id: use the cursor',
  })
export const NEXT_CURSOR = 'next-cursor'

/** In an answer: the thirty days to the first that can be asked for begin before it. */
const shownDay = z.iso.date()

export const DAYS_MAX = 366
/** Both ends included; the default is the last 30 days to today. */
export const daysQuerySchema = z
  .object({ from: daySchema.optional(), to: daySchema.optional() })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, 'The days are in the wrong order')

/** GET /api/business/{id}/figures/daily: every day of the span, also those on which nothing happened. Issued is awards minus voids (H8). */
export const dailyReplySchema = z.object({
  from: shownDay,
  to: shownDay,
  days: z.array(
    z.object({
      day: shownDay,
      issuedPoints: z.number(),
      redeemedPoints: z.number(),
      awards: z.number().int(),
      redemptions: z.number().int(),
    }),
  ),
})
export type DailyFigures = z.infer<typeof dailyReplySchema>

/**
 * GET /api/business/{id}/figures/book: what the business owes its buyers in points. On every day
 * closing = opening + awarded - voided - redeemed + returned - forfeited, and it is the next day's opening; the closing of today is
 * the sum of all balances. Decimal strings.
 */
export const bookDaySchema = z.object({
  day: shownDay,
  opening: z.string(),
  awarded: z.string(),
  voided: z.string(),
  redeemed: z.string(),
  returned: z.string(),
  forfeited: z.string(),
  closing: z.string(),
})
export const bookReplySchema = z.object({
  from: shownDay,
  to: shownDay,
  days: z.array(bookDaySchema),
  total: bookDaySchema.omit({ day: true }),
})
export type BookDay = z.infer<typeof bookDaySchema>
export type Book = z.infer<typeof bookReplySchema>

/** GET /api/business/{id}/figures/book.csv and book.xlsx: the same as a file, with headings in the language. */
export const bookFileQuerySchema = z.object({
  from: daySchema.optional(),
  to: daySchema.optional(),
  language: languageSchema.default('am'),
})

/** GET /api/business/{id}/figures/balances.xlsx: as of the end of a day in Yerevan; the default is today, as it stands. */
export const balancesFileQuerySchema = z.object({ day: daySchema.optional(), language: languageSchema.default('am') })

/** In this order where they can be chosen from. */
export const movementTypeSchema = z.enum({
  PointsAwarded: 'PointsAwarded',
  PerkRedeemed: 'PerkRedeemed',
  PointsRefunded: 'PointsRefunded',
  AwardVoided: 'AwardVoided',
  AccountClosed: 'AccountClosed',
} satisfies { [T in MovementType]: T })

/** A calendar month in Asia/Yerevan, 'YYYY-MM'. */
export const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)

/** GET /api/business/{id}/movements: the events behind a number, newest first. `type` may be repeated; `buyer` is a users.id. */
export const movementsQuerySchema = z.object({
  /** Of a day or of a month; of both it is the day's. */
  day: daySchema.optional(),
  month: monthSchema.optional(),
  type: z.union([movementTypeSchema.transform((type) => [type]), z.array(movementTypeSchema)]).optional(),
  buyer: userIdSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: cursorSchema.optional(),
})

export const movementSchema = z.object({
  /** The place in the log. */
  position: z.string(),
  eventId: z.string(),
  type: movementTypeSchema,
  buyer: z.object({ id: z.number().int(), buyerId: z.string() }),
  /** Signed, and the buyer's balance after it: decimal strings. */
  points: z.string(),
  balance: z.string(),
  amountSpent: z.number().int().nullable(),
  receipt: z.string().nullable(),
  perkName: z.string().nullable(),
  reason: z.string().nullable(),
  awardId: z.string().nullable(),
  redemptionId: z.string().nullable(),
  actorRole: z.string(),
  /** Done by an administrator during a support visit. */
  onBehalf: z.boolean(),
  happenedAt: z.string(),
  recordedAt: z.string(),
})
export type MovementLine = z.infer<typeof movementSchema>
export const movementsReplySchema = z.object({ movements: z.array(movementSchema), next: z.string().nullable() })
