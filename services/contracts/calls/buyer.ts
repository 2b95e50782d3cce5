/** What a buyer asks and is told: spec.md 3 and 7, in the specified shapes. */
import { z } from 'zod'
import { perkIdSchema } from '../units/ids.ts'
import { PERK_NAME_MAX, pointsRequiredSchema } from './perks.ts'
import { strictBody } from '../units/strict-body.ts'

/** H25: it has left. Its name is gone, and screens and files call it closed in the reader's language, without a way to a page that is no more. */
export const closedSchema = z.boolean()

/** GET /api/buyer/{id}/points (R135): `points` is a decimal string with one place. */
export const buyerPointsSchema = z.object({
  id: z.string(),
  points: z.string(),
  business: z.object({
    id: z.number().int(),
    slug: z.string(),
    logoUrl: z.string().nullable(),
    businessName: z.string(),
    closed: closedSchema,
    /** Whether its perks are to be had now (H28). */
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
  canRedeem: z.boolean(),
  business: z.object({ id: z.number().int(), businessName: z.string() }),
})
export const availablePerksReplySchema = z.array(availablePerkSchema)
export type AvailablePerk = z.infer<typeof availablePerkSchema>

/** GET /api/buyer/{id}/redemptions (R136, C13): all pending ones, then the newest 100 used ones, each newest first; cancelled ones hidden. The code only while pending (H13). */
export const redemptionSchema = z.object({
  id: z.string(),
  perkId: z.number().int(),
  redemptionCode: z.string().nullable(),
  isUsed: z.boolean(),
  points: z.string(),
  createdAt: z.string(),
  usedAt: z.string().nullable(),
  perk: z.object({ name: z.string() }),
  /** `takesPart`: whether it can take a code now (H28). */
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
 * POST /api/buyer/{id}/redeem (R169, R204). `pointsRequired`, `perkName`: what the buyer was shown. Where the perk costs more by now or is called
 * otherwise, nothing is redeemed: 409 `perk_costs_more` or `perk_changed`. Without them the perk is redeemed as it is.
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
