/** Choices of the registration form. Imports no schema library, because the form is displayed before it is needed. */

/** R105. */
export const LEGAL_STATUSES = ['sole_proprietor', 'llc', 'cjsc', 'ojsc', 'ngo', 'individual'] as const

/** R106: in this order; stored in English, shown translated. */
export const INDUSTRIES = [
  'Restaurant',
  'Retail',
  'Technology',
  'Healthcare',
  'Beauty & Wellness',
  'Fitness & Sports',
  'Education',
  'Travel & Tourism',
  'Automotive',
  'Real Estate',
  'Finance',
  'Entertainment',
  'Professional Services',
  'Home & Garden',
  'Food & Beverage',
  'Fashion & Apparel',
  'Art & Crafts',
  'Other',
] as const

/** R162: registration as an individual requires a document. */
export const needsIdDocument = (legalStatus: string | undefined): boolean => legalStatus === 'individual'

/**
 * H26: an Armenian tax number has eight digits. A soft check: a form may ask for confirmation, but nothing is refused.
 */
export const looksLikeTaxId = (taxId: string): boolean => /^\d{8}$/.test(taxId)

/** Link fields, of which at least one is required (R160), named as in the API. */
export const LINK_FIELDS = [
  'website',
  'facebookUrl',
  'instagramUrl',
  'tiktokUrl',
  'youtubeUrl',
  'linkedinUrl',
  'twitterUrl',
] as const
export type LinkField = (typeof LINK_FIELDS)[number]
