/** Editing a business's profile (R94-R96, R160, R163, R196, R197). */
import { z } from 'zod'
import { businessProfileSchema } from './business.ts'
import { industrySchema } from '../pages/business-kinds.ts'
import { contactFields } from '../units/contact-fields.ts'
import { linkFields, refuseNoLink } from '../units/links.ts'
import { nameSchema, textSchema } from '../units/names.ts'
import { phoneSchema } from '../units/phone.ts'
import { cycleSchema } from '../pages/plans.ts'

/** The editable fields, as stored. */
export const profileFieldsSchema = z.object({
  businessName: z.string(),
  logoUrl: z.string().nullable(),
  description: z.string(),
  industry: z.string(),
  ...contactFields,
})
export type ProfileFields = z.infer<typeof profileFieldsSchema>

/**
 * PUT /api/business-profile/{userId}. `logoUrl`: as returned by `upload-logo`; null or empty removes the logo, absent
 * keeps it; `before`: the profile as shown to the person who edits it, refused if it has changed since.
 */
export const editProfileSchema = z
  .object({
    businessName: nameSchema('Business name is required', 200),
    industry: industrySchema.default('Other'),
    description: textSchema('Description is required', 4_000),
    phone: phoneSchema,
    address: textSchema('Address is required', 300),
    logoUrl: z.string().max(300).nullable().optional(),
    ...linkFields,
    before: profileFieldsSchema.optional(),
  })
  .superRefine(refuseNoLink)
export type EditProfile = z.output<typeof editProfileSchema>

/** GET and PUT /api/business-profile/{userId}: all fields, as stored. */
export const fullProfileSchema = businessProfileSchema.extend({
  ...profileFieldsSchema.shape,
  billingCycle: cycleSchema,
  subscriptionStartDate: z.string().nullable(),
  subscriptionEndDate: z.string().nullable(),
})
export type FullProfile = z.infer<typeof fullProfileSchema>

/** Name of the multipart field; see uploads.ts for its limits. */
export const LOGO_FIELD = 'logo'

/**
 * POST /api/business-profile/{userId}/upload-logo: the address of a WebP; with .jpg for .webp it returns a JPEG (R164).
 */
export const uploadLogoReplySchema = z.object({ logoUrl: z.string() })
