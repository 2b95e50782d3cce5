/**
 * Public data (R37, R108-R118, R198, R199, R206, H28, H41): no tax number, e-mail, ID document, person's name, or
 * status beyond `takesPart`.
 */
import { z } from 'zod'
import { industrySchema } from '../pages/business-kinds.ts'
import { contactFields } from '../units/contact-fields.ts'

/** In characters. */
export const CARD_TEXT_MAX = 200

export const slugSchema = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Invalid address')

/**
 * GET /api/business-profiles: active businesses.
 * - `search`: name and website, in any alphabet (search-text.ts);
 * - `industry`: repeatable;
 * - `prime=true`: Prime only, in today's order.
 */
export const directoryQuerySchema = z.object({
  search: z.string().trim().max(100).optional(),
  industry: z.union([industrySchema.transform((industry) => [industry]), z.array(industrySchema)]).optional(),
  prime: z.stringbool().optional(),
  limit: z.coerce.number().int().min(1).max(1_000).optional(),
})

export const directoryEntrySchema = z.object({
  /** users.id. */
  id: z.number().int(),
  slug: z.string(),
  businessName: z.string(),
  logoUrl: z.string().nullable(),
  industry: z.string(),
  description: z.string(),
  website: z.string().nullable(),
  isPrime: z.boolean(),
  /** H41: daily rank from 0; null unless Prime. */
  primeRank: z.number().int().nullable(),
  averageRating: z.number(),
  totalReviews: z.number().int(),
})
export type DirectoryEntry = z.infer<typeof directoryEntrySchema>
/** By name; with `prime` by `primeRank`. */
export const directoryReplySchema = z.array(directoryEntrySchema)

/**
 * GET /api/business-profiles/slug/{slug}; 404 `business_not_found` without a public page. `takesPart: false`: inactive
 * (H28), only the name is shown.
 */
export const publicBusinessSchema = z.discriminatedUnion('takesPart', [
  z.object({ takesPart: z.literal(false), slug: z.string(), businessName: z.string() }),
  z.object({
    takesPart: z.literal(true),
    id: z.number().int(),
    slug: z.string(),
    businessName: z.string(),
    logoUrl: z.string().nullable(),
    coverUrl: z.string().nullable(),
    industry: z.string(),
    description: z.string(),
    ...contactFields,
    isPrime: z.boolean(),
  }),
])
export type PublicBusiness = z.infer<typeof publicBusinessSchema>
