/**
 * Public data of a business (R37, R108-R118, R198, R199, R206, H28, H41). Contains no tax number, e-mail address, ID
 * document or person's name, and no status except whether the business takes part now.
 */
import { z } from 'zod'
import { industrySchema } from '../pages/business-kinds.ts'
import { contactFields } from '../units/contact-fields.ts'

/** Number of Prime businesses on the home page (R37). */
export const HOME_PRIME_MAX = 3
/** Length of the description's beginning on a card, in characters. */
export const CARD_TEXT_MAX = 200

export const slugSchema = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Invalid address')

/**
 * GET /api/business-profiles: all businesses that take part, filtered by:
 * - `search`: name and website, in any alphabet (search-text.ts; the page may also search what it has loaded);
 * - `industry`: may be repeated;
 * - `prime=true`: only Prime businesses, in today's order; the home page requests `?prime=true&limit=3`.
 */
export const directoryQuerySchema = z.object({
  search: z.string().trim().max(100).optional(),
  industry: z.union([industrySchema.transform((industry) => [industry]), z.array(industrySchema)]).optional(),
  prime: z.stringbool().optional(),
  limit: z.coerce.number().int().min(1).max(1_000).optional(),
})

export const directoryEntrySchema = z.object({
  /** The business id (users.id). */
  id: z.number().int(),
  slug: z.string(),
  businessName: z.string(),
  logoUrl: z.string().nullable(),
  industry: z.string(),
  /** At most CARD_TEXT_MAX characters. */
  description: z.string(),
  website: z.string().nullable(),
  isPrime: z.boolean(),
  /** H41: today's rank among Prime businesses, from 0, changing daily; null for others. */
  primeRank: z.number().int().nullable(),
  averageRating: z.number(),
  totalReviews: z.number().int(),
})
export type DirectoryEntry = z.infer<typeof directoryEntrySchema>
/** Ordered by name; with `prime` by `primeRank`. */
export const directoryReplySchema = z.array(directoryEntrySchema)

/**
 * GET /api/business-profiles/slug/{slug}; 404 `business_not_found` if there is no public page. `takesPart: false`: a
 * suspended or expired business (H28), of which only the name is shown; its perks, reviews and rating are empty.
 */
export const publicBusinessSchema = z.discriminatedUnion('takesPart', [
  z.object({ takesPart: z.literal(false), slug: z.string(), businessName: z.string() }),
  z.object({
    takesPart: z.literal(true),
    id: z.number().int(),
    slug: z.string(),
    businessName: z.string(),
    logoUrl: z.string().nullable(),
    industry: z.string(),
    description: z.string(),
    ...contactFields,
    isPrime: z.boolean(),
  }),
])
export type PublicBusiness = z.infer<typeof publicBusinessSchema>
