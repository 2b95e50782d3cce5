import { zodResolver } from '@hookform/resolvers/zod'
import { signInSchema } from '#contracts/calls/account/session.ts'

/** R43. */
export const signInRules = zodResolver(signInSchema)
