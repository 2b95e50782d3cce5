/** The security log: ids and results, no personal data. */
import { z } from 'zod'
import { cursorSchema } from '../counter.ts'
import { userIdSchema } from '../../units/ids.ts'
import { roleSchema } from '../account/session.ts'

/** `password_proof`: an action was confirmed. `lock_out`: too many attempts on an account. `second_factor`: a code was entered. */
export const SECURITY_ACTS = [
  'sign_in',
  'staff_sign_in',
  'passkey_sign_in',
  'password_proof',
  'lock_out',
  'refused',
  'password_changed',
  'email_changed',
  'passkey_added',
  'passkey_removed',
  'second_factor',
  'second_factor_added',
  'second_factor_removed',
  'second_factor_reset',
  'recovery_code_used',
  'role_given',
  'role_taken',
] as const
export type SecurityAct = (typeof SECURITY_ACTS)[number]
const actSchema = z.enum(SECURITY_ACTS)

/** 'ok', 'verified' (sign-in by the link), or a refusal's code. */
const result = z.string()

/** GET /api/auth/sign-ins: newest first. `times`: refusals within an hour. */
export const ownSignInsSchema = z.array(
  z.object({ what: actSchema, result, device: z.string(), times: z.number().int(), at: z.iso.datetime() }),
)
export type OwnSignIn = z.infer<typeof ownSignInsSchema>[number]

/** GET /api/audit/security */
export const securityLogQuerySchema = z.object({
  user: userIdSchema.optional(),
  what: actSchema.optional(),
  before: cursorSchema.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export const securityLogReplySchema = z.object({
  entries: z.array(
    z.object({
      id: z.string(),
      what: actSchema,
      result,
      userId: z.number().int().nullable(),
      role: roleSchema.nullable(),
      times: z.number().int(),
      firstAt: z.iso.datetime(),
      lastAt: z.iso.datetime(),
    }),
  ),
  next: z.string().nullable(),
})
export type SecurityLog = z.infer<typeof securityLogReplySchema>
export type SecurityEntry = SecurityLog['entries'][number]
