import { z } from 'zod'
import { commandIdSchema } from '../../units/ids.ts'

/** `manager`: a person of a shop with an account (decision 48), who acts as the business. */
export const roleSchema = z.enum(['buyer', 'business', 'admin', 'auditor', 'manager'])
export type Role = z.infer<typeof roleSchema>
export const languageSchema = z.enum(['am', 'en'])
export type Language = z.infer<typeof languageSchema>
/** R150, H22. Rejected and closed businesses have no sessions. */
export const businessStatusSchema = z.enum(['pending', 'active', 'suspended', 'trial_expired', 'rejected', 'closed'])
export type BusinessStatus = z.infer<typeof businessStatusSchema>

/** R43: if a field is missing nothing is sent. */
export const signInSchema = z.object({
  email: z.string().trim().min(1, 'Please fill in all fields').max(254),
  password: z.string().min(1, 'Please fill in all fields').max(1024),
})

/** R131: what a client may store: no tokens, no tax number. */
export const sessionUserSchema = z.object({
  id: z.number().int(),
  buyerId: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: roleSchema,
  language: languageSchema,
  /** Only of a manager: the shop, and the person there. */
  manager: z.object({ staffId: commandIdSchema, businessId: z.number().int(), businessName: z.string() }).optional(),
})
export type SessionUser = z.infer<typeof sessionUserSchema>
