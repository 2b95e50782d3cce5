import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { mailRequestSchema } from '#contracts/calls/account/accounts.ts'

/** R173: tells an empty address from an invalid one. */
export const forgotRules = zodResolver(
  z.object({ email: z.string().trim().min(1, 'Email is required').pipe(mailRequestSchema.shape.email) }),
)
