import { z } from 'zod'
import { daySchema } from '../units/moments.ts'
import { perkIdSchema } from '../units/ids.ts'
import { perkPictureSchema } from './business.ts'
import { PERK_NAME_MAX, pointsRequiredSchema } from './perks.ts'
import { strictBody } from '../units/strict-body.ts'

/** H25: the name is erased; shown as "closed" in the reader's language, without a link. */
export const closedSchema = z.boolean()

/** GET /api/buyer/{id}/points (R135): `points` has one decimal. */
export const buyerPointsSchema = z.object({
  id: z.string(),
  points: z.string(),
  business: z.object({
    id: z.number().int(),
    slug: z.string(),
    logoUrl: z.string().nullable(),
    businessName: z.string(),
    closed: closedSchema,
    /** H28: perks can be redeemed now. */
    takesPart: z.boolean().default(true),
    firstName: z.string(),
    lastName: z.string(),
  }),
})
export const buyerPointsReplySchema = z.array(buyerPointsSchema)
export type BuyerPoints = z.infer<typeof buyerPointsSchema>

/** GET /api/buyer/{id}/available-perks (R139, H7): affordable first. */
export const availablePerkSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  pointsRequired: z.string(),
  pictureUrl: perkPictureSchema,
  canRedeem: z.boolean(),
  business: z.object({ id: z.number().int(), businessName: z.string() }),
})
export const availablePerksReplySchema = z.array(availablePerkSchema)
export type AvailablePerk = z.infer<typeof availablePerkSchema>

/**
 * GET /api/buyer/{id}/redemptions (R136, C13): all pending, then the newest 100 used; no cancelled ones. Only pending
 * ones have a code (H13).
 */
export const redemptionSchema = z.object({
  id: z.string(),
  perkId: z.number().int(),
  redemptionCode: z.string().nullable(),
  isUsed: z.boolean(),
  points: z.string(),
  createdAt: z.string(),
  usedAt: z.string().nullable(),
  /** Last day in Yerevan of a code that ends, once its buyer was told (H5); null if it does not end. */
  lastDay: daySchema.nullable().optional(),
  perk: z.object({ name: z.string() }),
  /** `takesPart`: accepts codes now (H28). */
  business: z.object({
    id: z.number().int(),
    businessName: z.string(),
    closed: closedSchema,
    takesPart: z.boolean().default(true),
  }),
})
export const redemptionsReplySchema = z.array(redemptionSchema)
export type Redemption = z.infer<typeof redemptionSchema>

/**
 * POST /api/buyer/{id}/redeem (R169, R204). `pointsRequired`, `perkName`: as shown; 409 `perk_costs_more` or
 * `perk_changed` if dearer or renamed.
 */
export const redeemSchema = strictBody({
  perkId: perkIdSchema,
  pointsRequired: pointsRequiredSchema.optional(),
  perkName: z.string().max(PERK_NAME_MAX).optional(),
})
export const redeemReplySchema = z.object({
  redemptionId: z.string(),
  redemptionCode: z.string(),
  perk: z.object({ name: z.string() }),
  points: z.string(),
  balance: z.string(),
  message: z.string(),
})
export type RedeemReply = z.infer<typeof redeemReplySchema>

/** DELETE /api/buyer/{id}/redemption/{redemptionId} (R211). */
export const cancelReplySchema = z.object({
  redemptionId: z.string(),
  points: z.string(),
  balance: z.string(),
  message: z.string(),
})
export type CancelReply = z.infer<typeof cancelReplySchema>
