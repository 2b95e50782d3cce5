/** A business's figures (R140). */
import { z } from 'zod'
import { cursorSchema, placeShownSchema } from './counter.ts'
import { userIdSchema } from '../units/ids.ts'
import type { MovementType } from '../events/ledger-events.ts'
import { daySchema } from '../units/moments.ts'
import { languageSchema } from './account/session.ts'

/**
 * GET /api/business/{id}/buyers (reply: business.ts). `search`: beginning of a code. `cursor`: the previous page's
 * `next-cursor` header.
 */
export const buyersQuerySchema = z
  .object({
    limit: z.coerce.number().int().min(1).max(200).default(200),
    /** The last `id`, in the order by id only. */
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

/** GET /api/business/{id}/buyers/visits. `search`: beginning of a code. `cursor`: `next` of the previous page. */
export const buyerVisitsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  sort: z.enum(['last', 'first', 'visits', 'spent']).default('last'),
  order: z.enum(['asc', 'desc']).default('desc'),
  search: z.string().trim().max(40).optional(),
  cursor: z
    .string()
    .regex(/^(-1|\d{1,16})\.[1-9]\d{0,8}$/, 'Invalid cursor')
    .optional(),
})

/** Purchases: awards without voided ones, with corrected amounts (decision 44). Null moments: no purchase is left. */
export const buyerVisitsReplySchema = z.object({
  buyers: z.array(
    z.object({
      id: z.number().int(),
      /** '' if erased. */
      buyer: z.object({ buyerId: z.string() }),
      points: z.string(),
      visits: z.number().int(),
      /** AMD. */
      amountSpent: z.number().int(),
      firstVisitAt: z.string().nullable(),
      lastVisitAt: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
})
export type BuyerVisits = z.infer<typeof buyerVisitsReplySchema>['buyers'][number]

/** May precede the first day that can be requested. */
const shownDay = z.iso.date()

export const DAYS_MAX = 366
/** Inclusive; default: the last 30 days. */
export const daysQuerySchema = z
  .object({ from: daySchema.optional(), to: daySchema.optional() })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, 'The days are in the wrong order')

/** GET /api/business/{id}/figures/daily: all days, also empty ones. Issued is awards minus voids (H8). */
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
 * GET /api/business/{id}/figures/book: points owed to buyers. closing = opening + awarded - voided - redeemed +
 * returned - forfeited, the next day's opening; today's is the sum of all balances.
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

/** GET /api/business/{id}/figures/book.csv and book.xlsx. */
export const bookFileQuerySchema = z.object({
  from: daySchema.optional(),
  to: daySchema.optional(),
  language: languageSchema.default('am'),
})

/** GET /api/business/{id}/figures/balances.xlsx: at a day's end in Yerevan; default: now. */
export const balancesFileQuerySchema = z.object({ day: daySchema.optional(), language: languageSchema.default('am') })

/** In display order. */
export const movementTypeSchema = z.enum({
  PointsAwarded: 'PointsAwarded',
  PerkRedeemed: 'PerkRedeemed',
  PointsRefunded: 'PointsRefunded',
  AwardVoided: 'AwardVoided',
  AwardCorrected: 'AwardCorrected',
  AccountClosed: 'AccountClosed',
  PointsMergedIn: 'PointsMergedIn',
  PointsMergedOut: 'PointsMergedOut',
} satisfies { [T in MovementType]: T })

/** 'YYYY-MM' in Yerevan. */
export const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)

/** GET /api/business/{id}/movements: newest first. `type`: repeatable. `buyer`: users.id. */
export const movementsQuerySchema = z.object({
  /** `day` takes precedence. */
  day: daySchema.optional(),
  month: monthSchema.optional(),
  type: z.union([movementTypeSchema.transform((type) => [type]), z.array(movementTypeSchema)]).optional(),
  buyer: userIdSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: cursorSchema.optional(),
})

/** The award that a void or a correction is about, as it was made. `position`: of its entry in the ledger. */
export const ofAwardSchema = z.object({ position: z.string(), happenedAt: z.string(), amountAmd: z.number().int() })
export type OfAward = z.infer<typeof ofAwardSchema>

export const movementSchema = z.object({
  position: z.string(),
  eventId: z.string(),
  type: movementTypeSchema,
  buyer: z.object({ id: z.number().int(), buyerId: z.string() }),
  /** `points` are signed; `balance` is the buyer's afterwards. */
  points: z.string(),
  balance: z.string(),
  amountSpent: z.number().int().nullable(),
  receipt: z.string().nullable(),
  perkName: z.string().nullable(),
  reason: z.string().nullable(),
  /** Of a correction: points that the balance did not cover. */
  missing: z.string().nullable(),
  awardId: z.string().nullable(),
  redemptionId: z.string().nullable(),
  /** Of a void or a correction. Missing from replies of older versions. */
  of: ofAwardSchema.nullable().optional(),
  actorRole: z.string(),
  /** During a support visit. */
  onBehalf: z.boolean(),
  ...placeShownSchema.shape,
  happenedAt: z.string(),
  recordedAt: z.string(),
})
export type MovementLine = z.infer<typeof movementSchema>
export const movementsReplySchema = z.object({ movements: z.array(movementSchema), next: z.string().nullable() })
