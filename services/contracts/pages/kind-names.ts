/** Choices of the registration form. Imports no schema library, because the form is shown first. */

/** R105. */
export const LEGAL_STATUSES = ['sole_proprietor', 'llc', 'cjsc', 'ojsc', 'ngo', 'individual'] as const

/** R106: in this order; stored in English. */
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

/** R162. */
export const needsIdDocument = (legalStatus: string | undefined): boolean => legalStatus === 'individual'

/** H26: a soft check; nothing is refused. */
export const looksLikeTaxId = (taxId: string): boolean => /^\d{8}$/.test(taxId)

/** At least one is required (R160). */
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
