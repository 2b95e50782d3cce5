import { z } from 'zod'
import { buyerCodeSchema, redemptionCodeSchema } from '../units/codes.ts'
import { textSchema } from '../units/names.ts'
import { cycleSchema, planSchema } from '../pages/plans.ts'
import { amountAmdSchema } from '../units/points.ts'
import { businessStatusSchema } from './account/session.ts'
import { strictBody } from '../units/strict-body.ts'

export const RECEIPT_MAX = 40

/**
 * POST /api/business/{id}/award-points (R165). `receipt`: awarded once per business. `happenedAt`: of an offline award,
 * at most 7 days ago.
 */
export const awardPointsSchema = strictBody({
  buyerId: buyerCodeSchema,
  amountSpent: amountAmdSchema,
  receipt: textSchema('Required', RECEIPT_MAX).optional(),
  happenedAt: z.iso.datetime({ offset: true }).optional(),
})

export const awardReplySchema = z.object({
  awardId: z.string(),
  points: z.number(),
  buyerId: z.string(),
  amountSpent: z.number().int(),
  balance: z.string(),
  message: z.string(),
})
export type AwardReply = z.infer<typeof awardReplySchema>

/** POST /api/business/{id}/verify-redemption (R170). */
export const verifyRedemptionSchema = strictBody({ redemptionCode: redemptionCodeSchema })
export const verifyReplySchema = z.object({
  redemptionId: z.string(),
  perk: z.object({ name: z.string(), pointsRequired: z.string() }),
  buyer: z.object({ buyerId: z.string() }),
  message: z.string(),
})
export type VerifyReply = z.infer<typeof verifyReplySchema>

const perkHereSchema = z.object({ name: z.string(), pointsRequired: z.string() })
/** `affordable`: cheapest first. `next`: the cheapest perk that the balance does not cover; null if it covers all. */
const buyerHereSchema = z.object({
  balance: z.string(),
  affordable: z.array(perkHereSchema),
  next: perkHereSchema.nullable(),
})
export type BuyerHere = z.infer<typeof buyerHereSchema>
/**
 * GET /api/buyer/verify/{buyerId} (H16): at most an initial. `here`: the buyer at the asking business, and nowhere
 * else; missing from servers before it.
 */
export const buyerVerifyReplySchema = z.object({
  buyerId: z.string(),
  /** Empty for a card that nobody has claimed. */
  hint: z.string(),
  message: z.string(),
  here: buyerHereSchema.optional(),
})
export type BuyerVerifyReply = z.infer<typeof buyerVerifyReplySchema>

/** GET /api/business/{id}/buyers (R140): no names. The next cursor is in the `next-cursor` header (figures.ts). */
export const buyersReplySchema = z.array(
  z.object({ id: z.number().int(), points: z.string(), buyer: z.object({ buyerId: z.string() }) }),
)
export type BusinessBuyer = z.infer<typeof buyersReplySchema>[number]

/** GET /api/business/{id}/stats (R141), in points. */
export const statsReplySchema = z.object({
  totalBuyers: z.number().int(),
  totalPointsIssued: z.number(),
  monthlyPoints: z.number(),
})
export type BusinessStats = z.infer<typeof statsReplySchema>

/** GET /api/business/{id}/subscription (R142): null is unlimited. */
export const subscriptionReplySchema = z.object({
  subscriptionPlan: planSchema,
  perkLimit: z.number().int().nullable(),
  currentPerkCount: z.number().int(),
  transactionLimit: z.number().int().nullable(),
  currentTransactionCount: z.number().int(),
  canAddTransaction: z.boolean(),
  isInTrial: z.boolean(),
  trialExpiresAt: z.string().nullable(),
  billingCycle: cycleSchema,
  /** `periodEnd` includes the next period with `nextIsPaid`. Null before the first payment. */
  periodStart: z.string().nullable(),
  periodEnd: z.string().nullable(),
  /** Scheduled plan and cycle (H38). Meanwhile `perkLimit` is the smaller limit. */
  nextPlan: planSchema.nullable(),
  nextCycle: cycleSchema.nullable(),
  nextFrom: z.string().nullable().default(null),
  /** H38: then no other plan can be chosen. */
  nextIsPaid: z.boolean().default(false),
  endsAtPeriodEnd: z.boolean(),
  /** H38: choosing the present plan withdraws its invoice. */
  upgradeAwaitsPayment: z.boolean().default(false),
  /** H38. */
  canRefund: z.boolean(),
})
export type Subscription = z.infer<typeof subscriptionReplySchema>

/** What the log keeps of a perk. pointsRequired is a decimal string. */
export const perkTextSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  pointsRequired: z.string(),
})
/** Null without a picture; missing in replies that were stored before perks had any (decision 59). */
export const perkPictureSchema = z.string().nullish().default(null)
/** GET /api/business/{id}/perks (R202). */
export const perkSchema = perkTextSchema.extend({ pictureUrl: perkPictureSchema })
export const perksReplySchema = z.array(perkSchema)
export type Perk = z.infer<typeof perkSchema>

/** GET /api/business-profile/{userId} (R195): fields for the business's own screens. */
export const businessProfileSchema = z.object({
  id: z.number().int(),
  userId: z.number().int(),
  businessName: z.string(),
  slug: z.string(),
  logoUrl: z.string().nullable(),
  status: businessStatusSchema,
  subscriptionPlan: planSchema,
  trialEndDate: z.string().nullable(),
})
export type BusinessProfile = z.infer<typeof businessProfileSchema>
