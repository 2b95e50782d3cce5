/** Editing a profile (R94-R96, R160, R163, R196, R197). */
import { z } from 'zod'
import { businessProfileSchema } from './business.ts'
import { industrySchema } from '../pages/business-kinds.ts'
import { contactFields } from '../units/contact-fields.ts'
import { linkFields, refuseNoLink } from '../units/links.ts'
import { nameSchema, textSchema } from '../units/names.ts'
import { phoneSchema } from '../units/phone.ts'
import { cycleSchema } from '../pages/plans.ts'

export const profileFieldsSchema = z.object({
  businessName: z.string(),
  logoUrl: z.string().nullable(),
  coverUrl: z.string().nullable(),
  description: z.string(),
  industry: z.string(),
  ...contactFields,
})
export type ProfileFields = z.infer<typeof profileFieldsSchema>

/**
 * PUT /api/business-profile/{userId}. `logoUrl`: from `upload-logo`, `coverUrl`: from `upload-cover`; null or empty
 * removes, absent keeps. `before`: as shown; refused if changed since. Pages from before covers send it without.
 */
export const editProfileSchema = z
  .object({
    businessName: nameSchema('Business name is required', 200),
    industry: industrySchema.default('Other'),
    description: textSchema('Description is required', 4_000),
    phone: phoneSchema,
    address: textSchema('Address is required', 300),
    logoUrl: z.string().max(300).nullable().optional(),
    coverUrl: z.string().max(300).nullable().optional(),
    ...linkFields,
    before: profileFieldsSchema.partial({ coverUrl: true }).optional(),
  })
  .superRefine(refuseNoLink)
export type EditProfile = z.output<typeof editProfileSchema>

/** GET and PUT /api/business-profile/{userId}. */
export const fullProfileSchema = businessProfileSchema.extend({
  ...profileFieldsSchema.shape,
  billingCycle: cycleSchema,
  subscriptionStartDate: z.string().nullable(),
  subscriptionEndDate: z.string().nullable(),
})
export type FullProfile = z.infer<typeof fullProfileSchema>

/** Limits: uploads.ts. */
export const LOGO_FIELD = 'logo'
export const COVER_FIELD = 'cover'
export const PERK_PICTURE_FIELD = 'picture'

/** POST /api/business-profile/{userId}/upload-logo: a WebP; .jpg instead of .webp gives a JPEG (R164). */
export const uploadLogoReplySchema = z.object({ logoUrl: z.string() })

/** POST /api/business-profile/{userId}/upload-cover: as a logo (R164, decision 57). */
export const uploadCoverReplySchema = z.object({ coverUrl: z.string() })

/** POST /api/business-profile/{userId}/upload-perk-picture: as a logo, for a perk to be saved (decision 59). */
export const uploadPerkPictureReplySchema = z.object({ pictureUrl: z.string() })
