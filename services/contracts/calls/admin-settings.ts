/** Settings of the whole installation. */
import { z } from 'zod'
import { reasonSchema } from '../events/business-events.ts'
import { autoApproveSchema } from '../pages/business-kinds.ts'
import { allPlanTermsSchema } from '../pages/plans.ts'
import { sellerSchema } from '../pages/seller.ts'

/**
 * H5: minimum number of days before an unused redemption code expires; null: never. The minimum leaves time for a
 * notice (decision 32).
 */
export const REDEMPTION_TTL_DAYS = { min: 30, max: 3_650 } as const
const redemptionTtlDays = z.number().int().min(REDEMPTION_TTL_DAYS.min).max(REDEMPTION_TTL_DAYS.max).nullable()

/**
 * GET and PUT /api/admin/settings: plan prices and limits, legal statuses without approval, expiry of unused codes, and
 * the issuer of invoices (H5, H21, H36, H37).
 * Stored settings use the same schemas, except for `redemptionTtlDays`, which is stored with the time it was set.
 */
export const settingsSchema = z.object({
  plans: allPlanTermsSchema,
  autoApprove: autoApproveSchema,
  redemptionTtlDays,
  /** Null until set. */
  seller: sellerSchema.nullable(),
})
export type Settings = z.infer<typeof settingsSchema>
/**
 * A missing `redemptionTtlDays` or seller stays unchanged; a seller can be replaced but not removed. `before`: the
 * settings being replaced; refused if they have changed meanwhile.
 */
export const putSettingsSchema = settingsSchema.extend({
  redemptionTtlDays: redemptionTtlDays.optional(),
  seller: sellerSchema.nullish(),
  before: settingsSchema.optional(),
  reason: reasonSchema,
})
export type PutSettings = z.infer<typeof putSettingsSchema>
