/** R157. */
import { z } from 'zod'
import { PASSWORD_REQUIREMENTS } from './password-requirements.ts'

/** Bounds hashing time. */
export const PASSWORD_MAX_LENGTH = 1024
/** R158, C7: the input's attribute; the 8-character rule decides. */
export const PASSWORD_INPUT_MIN_LENGTH = 6

/** Normal form for hashing (NIST SP 800-63B, 3.1.1.2). */
export const sameSigns = (password: string): string => password.normalize('NFKC')

/** One issue per failed requirement, in checklist order. */
export const passwordSchema = z.string().max(PASSWORD_MAX_LENGTH, 'Invalid input').superRefine(refuseWeakPassword)

/** Empty: no new password. */
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

/** Reported at `newPassword`. */
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

/** Server only, which has the list of common passwords. */
export const GUESSABLE_PASSWORD = 'This password is too easy to guess'

/** Server only: the link was opened in another browser. */
export const WRONG_SIGN_UP_PASSWORD = 'This is not the password of the sign-up'

export const PASSWORDS_DIFFER = 'Passwords do not match'

/** R46, R161, R174: reported at `confirmPassword`. */
export function refuseDifferentPasswords(
  { password, confirmPassword }: { password: string; confirmPassword: string },
  context: z.core.$RefinementCtx,
): void {
  if (confirmPassword && sameSigns(password) !== sameSigns(confirmPassword))
    context.addIssue({ code: 'custom', path: ['confirmPassword'], message: PASSWORDS_DIFFER })
}
