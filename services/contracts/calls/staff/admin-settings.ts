import { z } from 'zod'
import { reasonSchema } from '../../events/business-events.ts'
import { autoApproveSchema } from '../../pages/business-kinds.ts'
import { allPlanTermsSchema } from '../../pages/plans.ts'
import { sellerSchema } from '../../pages/seller.ts'

/** H5: minimum days before an unused code expires; null: never. Leaves time for a notice (decision 32). */
export const REDEMPTION_TTL_DAYS = { min: 30, max: 3_650 } as const
const redemptionTtlDays = z.number().int().min(REDEMPTION_TTL_DAYS.min).max(REDEMPTION_TTL_DAYS.max).nullable()

/**
 * GET and PUT /api/admin/settings (H5, H21, H36, H37). Stored settings share the schemas, except `redemptionTtlDays`,
 * stored with its time.
 */
export const settingsSchema = z.object({
  plans: allPlanTermsSchema,
  autoApprove: autoApproveSchema,
  redemptionTtlDays,
  seller: sellerSchema.nullable(),
})
export type Settings = z.infer<typeof settingsSchema>
/**
 * Missing `redemptionTtlDays` or seller stay unchanged. `before`: the settings being replaced; refused if they changed
 * meanwhile.
 */
export const putSettingsSchema = settingsSchema.extend({
  redemptionTtlDays: redemptionTtlDays.optional(),
  seller: sellerSchema.nullish(),
  before: settingsSchema.optional(),
  reason: reasonSchema,
})
export type PutSettings = z.infer<typeof putSettingsSchema>
