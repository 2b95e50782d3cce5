/** R157: the password rules for the live checklist, the forms and the server. */
import { z } from 'zod'
import { PASSWORD_REQUIREMENTS } from './password-requirements.ts'

/** Longer passwords would only cost hashing time. */
export const PASSWORD_MAX_LENGTH = 1024
/** R158, C7: the profile input's attribute; the rule of 8 characters decides. */
export const PASSWORD_INPUT_MIN_LENGTH = 6

/** The normal form in which passwords are hashed and compared (NIST SP 800-63B, 3.1.1.2). */
export const sameSigns = (password: string): string => password.normalize('NFKC')

/** A new password. Each failed requirement is a separate issue, in the checklist's order. */
export const passwordSchema = z.string().max(PASSWORD_MAX_LENGTH, 'Invalid input').superRefine(refuseWeakPassword)

/** An optional field: empty means no new password. */
export const optionalPasswordSchema = z
  .string()
  .max(PASSWORD_MAX_LENGTH, 'Invalid input')
  .superRefine((password, context) => {
    if (password !== '') refuseWeakPassword(password, context)
  })
  .optional()
  .transform((password) => password || undefined)

function refuseWeakPassword(password: string, context: z.core.$RefinementCtx): void {
  for (const { message, holds } of PASSWORD_REQUIREMENTS)
    if (!holds(password)) context.addIssue({ code: 'custom', message })
}

export const SAME_PASSWORD = 'Please choose another password'

/** The new password must differ from the current one; the issue is reported at `newPassword`. */
export function refuseSamePassword(
  { currentPassword, newPassword }: { currentPassword?: string | undefined; newPassword?: string | undefined },
  context: z.core.$RefinementCtx,
): void {
  if (
    newPassword !== undefined &&
    currentPassword !== undefined &&
    sameSigns(newPassword) === sameSigns(currentPassword)
  )
    context.addIssue({ code: 'custom', path: ['newPassword'], message: SAME_PASSWORD })
}

/** Sent by the server only, which knows the passwords that attackers try first. */
export const GUESSABLE_PASSWORD = 'This password is too easy to guess'

/** Sent by the server only, for a link opened in another browser than the one that signed up. */
export const WRONG_SIGN_UP_PASSWORD = 'This is not the password of the sign-up'

export const PASSWORDS_DIFFER = 'Passwords do not match'

/** R46, R161, R174: the second field must equal the first; the issue is reported at `confirmPassword`. */
export function refuseDifferentPasswords(
  { password, confirmPassword }: { password: string; confirmPassword: string },
  context: z.core.$RefinementCtx,
): void {
  if (confirmPassword && sameSigns(password) !== sameSigns(confirmPassword))
    context.addIssue({ code: 'custom', path: ['confirmPassword'], message: PASSWORDS_DIFFER })
}
