/**
 * What everybody sees of a business (spec.md 2 and 7; R37, R108-R118, R198, R199, R206, H28, H41). No tax number, e-mail address, ID
 * document or person's name is in any of these, and no status but whether the business takes part now.
 */
import { z } from 'zod'
import { industrySchema } from '../pages/business-kinds.ts'
import { contactFields } from '../units/contact-fields.ts'

/** How many Prime businesses the home page shows (R37). */
export const HOME_PRIME_MAX = 3
/** The beginning of a description that a card carries, in characters. */
export const CARD_TEXT_MAX = 200

export const slugSchema = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Invalid address')

/**
 * GET /api/business-profiles. Without a query: all that take part. `search`: over name and website, in either alphabet
 * (search-text.ts; the page may search by itself in what it already has). `industry` may be repeated. `prime=true`: Prime
 * businesses alone, in today's order; the home page asks `?prime=true&limit=3`.
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
  /** H41: the place among the Prime businesses today (0 is the first), another one tomorrow; null for the others. */
  primeRank: z.number().int().nullable(),
  averageRating: z.number(),
  totalReviews: z.number().int(),
})
export type DirectoryEntry = z.infer<typeof directoryEntrySchema>
/** By name; with `prime` by `primeRank`. */
export const directoryReplySchema = z.array(directoryEntrySchema)

/**
 * GET /api/business-profiles/slug/{slug}. `takesPart: false` is a suspended or expired business (H28): its name, and the page says that it
 * is temporarily not taking part; its perks, reviews and rating are empty then. 404 for everything else: businessNotFound.
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
