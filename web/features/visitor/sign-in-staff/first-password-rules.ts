import { z } from 'zod'
import { adminPasswordSchema } from '#contracts/calls/staff/admin.ts'
import { PASSWORDS_DIFFER, sameSigns } from '#contracts/units/passwords.ts'

export const firstPasswordSchema = adminPasswordSchema
  .safeExtend({
    currentPassword: z.string().min(1, 'Current password is required').max(1024),
    confirmPassword: z.string().min(1, 'Please confirm your password'),
  })
  .refine(({ newPassword, confirmPassword }) => sameSigns(newPassword) === sameSigns(confirmPassword), {
    path: ['confirmPassword'],
    message: PASSWORDS_DIFFER,
  })
