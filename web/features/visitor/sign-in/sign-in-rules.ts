import { zodResolver } from '@hookform/resolvers/zod'
import { signInSchema } from '#contracts/calls/session.ts'

/** The contract's rules for the form (R43). */
export const signInRules = zodResolver(signInSchema)
