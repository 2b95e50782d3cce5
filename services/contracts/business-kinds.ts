import { z } from 'zod'

/** R105. */
export const LEGAL_STATUSES = ['sole_proprietor', 'llc', 'cjsc', 'ojsc', 'ngo', 'individual'] as const
export const legalStatusSchema = z.enum(LEGAL_STATUSES, 'Please select a legal status')
export type LegalStatus = z.infer<typeof legalStatusSchema>

/** R106: in this order; stored in English, shown translated. */
export const INDUSTRIES = [
  'Restaurant', 'Retail', 'Technology', 'Healthcare', 'Beauty & Wellness', 'Fitness & Sports', 'Education', 'Travel & Tourism', 'Automotive',
  'Real Estate', 'Finance', 'Entertainment', 'Professional Services', 'Home & Garden', 'Food & Beverage', 'Fashion & Apparel', 'Art & Crafts', 'Other',
] as const
export const industrySchema = z.enum(INDUSTRIES, 'Please select a valid industry')
export type Industry = z.infer<typeof industrySchema>

/** H26: an Armenian tax number has eight digits. A soft check: a form may ask "is this right?", nothing is refused for it. */
export const looksLikeTaxId = (taxId: string): boolean => /^\d{8}$/.test(taxId)
