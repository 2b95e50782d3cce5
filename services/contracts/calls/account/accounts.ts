import { z } from 'zod'
import { DELIVERABLE, isNobodysAddress } from '../../units/addresses.ts'
import { industrySchema, legalStatusSchema } from '../../pages/business-kinds.ts'
import { userIdSchema } from '../../units/ids.ts'
import { linkFields, refuseNoLink } from '../../units/links.ts'
import { nameSchema, seenOrNull, textSchema } from '../../units/names.ts'
import {
  optionalPasswordSchema,
  passwordSchema,
  refuseDifferentPasswords,
  refuseSamePassword,
} from '../../units/passwords.ts'
import { optionalPhoneSchema, phoneSchema } from '../../units/phone.ts'
import { languageSchema, sessionUserSchema } from './session.ts'
import { UPLOAD_ERRORS } from '../../units/uploads.ts'

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
/** The specified "simple pattern", without addresses that nobody owns. Each form has its own message. */
const email = (message: string, missing = message, pattern = EMAIL) =>
  z
    .string(missing)
    .trim()
    .min(1, { error: missing, abort: true })
    .max(254, message)
    .regex(pattern, message)
    .refine((address) => !isNobodysAddress(address), message)
/** Older, undeliverable addresses can still sign in and request mails. */
export const newEmailSchema = email('Valid email is required', undefined, DELIVERABLE)
const name = (message: string) => nameSchema(message, 100)
const firstName = name('First name is required')
const lastName = name('Last name is required')
/** R161: an empty and a different second field have distinct messages. */
const confirmPassword = z
  .string('Please confirm your password')
  .min(1, 'Please confirm your password')
  .max(1024, 'Invalid input')
/** C4: the column's default. */
const language = languageSchema.default('en')

const FILL_ALL = 'Please fill in all fields'

const person = { firstName, lastName, email: newEmailSchema, password: passwordSchema }

/**
 * POST /api/auth/signup (R188): always a buyer (R51). The reply has the buyer code, which collects points at once.
 */
export const signUpSchema = z.object({ ...person, role: z.literal('buyer').default('buyer'), language })
/** R44: the confirmation field is not sent. */
export const signUpFormSchema = z.object({ ...person, confirmPassword }).superRefine(refuseDifferentPasswords)
export const signUpReplySchema = sessionUserSchema.extend({ message: z.string() })

export const verifyEmailQuerySchema = z.object({ token: z.string().min(1).max(200) })
/** R122, R189: `autoLogin`: this reply opened a session. `isPendingApproval`: a business awaits the administrator. */
export const verifyEmailReplySchema = sessionUserSchema.extend({
  message: z.string(),
  autoLogin: z.boolean(),
  isPendingApproval: z.boolean(),
})
export type VerifyEmailReply = z.infer<typeof verifyEmailReplySchema>

export const INVALID_EMAIL = 'Please enter a valid email address'

const signUpPassword = z.string(FILL_ALL).min(1, FILL_ALL).max(1024, 'Invalid input')
/** POST /api/auth/verify-email: the sign-up's password, or one that replaces it. */
export const verifyEmailBodySchema = z
  .object({
    token: verifyEmailQuerySchema.shape.token,
    password: signUpPassword.optional(),
    newPassword: passwordSchema.optional(),
  })
  .superRefine(({ password, newPassword }, context) => {
    if ((password === undefined) === (newPassword === undefined))
      context.addIssue({ code: 'custom', path: ['password'], message: FILL_ALL })
  })
export const signUpPasswordFormSchema = z.object({ password: signUpPassword })
export const newPasswordFormSchema = z
  .object({ newPassword: passwordSchema, confirmPassword })
  .superRefine(({ newPassword, confirmPassword: again }, context) =>
    refuseDifferentPasswords({ password: newPassword, confirmPassword: again }, context),
  )

/** POST /api/auth/resend-verification and /forgot-password (R173, R190): same reply for every address (R128). */
export const mailRequestSchema = z.object({
  email: email(INVALID_EMAIL),
  language: languageSchema.optional(),
})
export const messageReplySchema = z.object({ message: z.string() })

const resetToken = z
  .string('Reset token is required')
  .trim()
  .min(1, 'Reset token is required')
  .max(200, 'Invalid Reset Token')
/** POST /api/auth/known-browser. */
export const knownBrowserSchema = z.object({ token: resetToken })

/** POST /api/auth/reset-password (R174, R191). */
export const resetPasswordSchema = z
  .object({
    token: resetToken,
    password: passwordSchema,
    confirmPassword,
  })
  .superRefine(refuseDifferentPasswords)

/** R172. */
export const NEEDS_CURRENT_PASSWORD = 'Current password is required'

/**
 * PATCH /api/auth/profile (R172, R192): a new password needs the current one, a new address a confirmed session; empty
 * passwords change nothing. Deliverability is checked separately, so that an old undeliverable address does not block
 * other changes.
 */
export const profileSchema = z
  .object({
    userId: userIdSchema,
    firstName: name(FILL_ALL),
    lastName: name(FILL_ALL),
    email: email(INVALID_EMAIL, FILL_ALL),
    phone: optionalPhoneSchema,
    language: languageSchema.optional(),
    currentPassword: z.string().max(1024, 'Invalid input').optional(),
    newPassword: optionalPasswordSchema,
  })
  .superRefine(({ currentPassword, newPassword }, context) => {
    if (newPassword !== undefined && !currentPassword) {
      context.addIssue({ code: 'custom', path: ['currentPassword'], message: NEEDS_CURRENT_PASSWORD })
    }
  })
  .superRefine(refuseSamePassword)
/** GET /api/auth/profile: with the pending address (H20), which clients do not store (R131). */
export const ownProfileSchema = sessionUserSchema.extend({ pendingEmail: z.string().nullable() })
/** `email`: the old one until `pendingEmail` is verified (H20). `passwordChanged`: all sessions have ended (R98). */
export const profileReplySchema = ownProfileSchema.extend({ passwordChanged: z.boolean() })

/** POST /api/auth/confirm. */
export const confirmSchema = z.object({ password: z.string().min(1, FILL_ALL).max(1024, 'Invalid input') })
export const confirmReplySchema = messageReplySchema.extend({ confirmedUntil: z.string() })

const registrationFields = {
  ...person,
  confirmPassword,
  phone: phoneSchema,
  legalStatus: legalStatusSchema,
  taxId: z.string().trim().max(40, 'Invalid input').nullish().transform(seenOrNull),
  businessName: nameSchema('Business name is required', 200),
  industry: industrySchema,
  description: textSchema('Description is required', 4_000),
  address: z.string().trim().max(300, 'Invalid input').nullish().transform(seenOrNull),
  ...linkFields,
  language,
}

/** POST /api/auth/business-register (R102-R107, R160, R161): fields beside the file `idDocument`. */
export const businessRegistrationSchema = z
  .object(registrationFields)
  .superRefine(refuseDifferentPasswords)
  .superRefine(({ legalStatus, taxId }, context) => {
    if (legalStatus !== 'individual' && !taxId) {
      context.addIssue({ code: 'custom', path: ['taxId'], message: 'Tax ID is required for this legal status' })
    }
  })
  .superRefine(refuseNoLink)
export type BusinessRegistration = z.infer<typeof businessRegistrationSchema>
export const businessRegistrationReplySchema = z.object({ id: z.number().int(), slug: z.string(), message: z.string() })

/** R162. */
export const ID_DOCUMENT_REQUIRED = UPLOAD_ERRORS.documentRequired

/** R159: required for every business's row; reported at `phone`. */
export const businessUserSchema = z
  .object({
    phone: z.string().nullish(),
    legalStatus: legalStatusSchema.nullish(),
    taxId: z.string().nullish(),
    idDocumentUrl: z.string().nullish(),
  })
  .superRefine(({ phone, legalStatus, taxId, idDocumentUrl }, context) => {
    const complete = phone && legalStatus && (legalStatus === 'individual' ? idDocumentUrl : taxId)
    if (!complete)
      context.addIssue({ code: 'custom', path: ['phone'], message: 'Required fields missing for business users' })
  })

/** GET /api/auth/sessions. `device`: browser and system; no IP address is stored. */
export const sessionListSchema = z.array(
  z.object({
    id: z.string(),
    current: z.boolean(),
    device: z.string(),
    signedInAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime(),
  }),
)
export type SessionEntry = z.infer<typeof sessionListSchema>[number]
/** DELETE /api/auth/sessions/{id} */
export const sessionIdSchema = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, 'Invalid id')
