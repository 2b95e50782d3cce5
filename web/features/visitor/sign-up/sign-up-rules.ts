import { z } from 'zod'
import { signUpFormSchema } from '#contracts/calls/account/accounts.ts'
import { refuseDifferentPasswords } from '#contracts/units/passwords.ts'
import { allRules } from '#web/lib/forms/form-rules.ts'

export type SignUpFields = z.input<typeof signUpFormSchema>

/** Reports different passwords even beside other errors (R46). */
export const signUpRules = allRules<SignUpFields, z.output<typeof signUpFormSchema>>(
  signUpFormSchema,
  z.object({ password: z.string(), confirmPassword: z.string() }).superRefine(refuseDifferentPasswords),
)
