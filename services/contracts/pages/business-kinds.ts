import { z } from 'zod'
import { INDUSTRIES, LEGAL_STATUSES } from './kind-names.ts'

/** R105. */
export const legalStatusSchema = z.enum(LEGAL_STATUSES, 'Please select a legal status')
export type LegalStatus = z.infer<typeof legalStatusSchema>

/** H21. */
export const autoApproveSchema = z.array(legalStatusSchema).max(LEGAL_STATUSES.length)

/** R106. */
export const industrySchema = z.enum(INDUSTRIES, 'Please select a valid industry')
export type Industry = z.infer<typeof industrySchema>
