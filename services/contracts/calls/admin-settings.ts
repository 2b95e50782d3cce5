/** What administrators set for the whole installation. */
import { z } from 'zod'
import { reasonSchema } from '../events/business-events.ts'
import { autoApproveSchema } from '../pages/business-kinds.ts'
import { allPlanTermsSchema } from '../pages/plans.ts'
import { sellerSchema } from '../pages/seller.ts'

/** H5: how many days after it was redeemed an unused code ends at the earliest; null: never. There is room for the notice before (decision 32). */
export const REDEMPTION_TTL_DAYS = { min: 30, max: 3_650 } as const
const redemptionTtlDays = z.number().int().min(REDEMPTION_TTL_DAYS.min).max(REDEMPTION_TTL_DAYS.max).nullable()

/**
 * GET and PUT /api/admin/settings: prices and limits of the plans, which legal statuses need no approval, when unused codes end, and who issues the
 * invoices (H5, H21, H36, H37). What is stored is read by the same schemas, but for the days of unused codes, which are kept with
 * the moment that they were set at.
 */
export const settingsSchema = z.object({
  plans: allPlanTermsSchema,
  autoApprove: autoApproveSchema,
  redemptionTtlDays,
  /** Null until somebody is set. */
  seller: sellerSchema.nullable(),
})
export type Settings = z.infer<typeof settingsSchema>
/**
 * Without `redemptionTtlDays` that one stays as it is, and without a seller that one: it can be changed, not taken away. `before`: what these
 * settings take the place of; refused where others are set by now.
 */
export const putSettingsSchema = settingsSchema.extend({
  redemptionTtlDays: redemptionTtlDays.optional(),
  seller: sellerSchema.nullish(),
  before: settingsSchema.optional(),
  reason: reasonSchema,
})
export type PutSettings = z.infer<typeof putSettingsSchema>
