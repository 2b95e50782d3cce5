import type { FastifyRequest } from 'fastify'
import type { SecurityAct } from '#contracts/calls/staff/security.ts'
import { PasswordQueueFull, verifyPassword } from '#accounts/passwords.ts'
import type { User } from '#accounts/users.ts'
import { ApiError } from '../http/api-error.ts'
import type { Deps } from '../deps.ts'
import { noteSecurity } from './note-security.ts'

type Attempt = {
  what: Extract<SecurityAct, 'sign_in' | 'staff_sign_in' | 'password_proof'>
  email: string
  user: (User & { passwordHash: string }) | undefined
  password: string
}

/**
 * Counts and checks an attempt, in the lane for known or unknown callers; failures go to the security log. Throws 429,
 * or, uncounted, PasswordQueueFull.
 */
export async function tryPassword(
  request: FastifyRequest,
  deps: Pick<Deps, 'signIns' | 'pool' | 'now'>,
  { what, email, user, password }: Attempt,
  tooMany?: 'sign_in_rate_limited' | 'too_many_attempts',
): Promise<boolean> {
  const { signIns } = deps
  const userId = user?.id ?? null
  try {
    await signIns.attempt(request, email, user?.id, tooMany)
  } catch (error) {
    if (error instanceof ApiError) await noteSecurity(request, deps, { what: 'lock_out', userId, result: error.code })
    throw error
  }
  const knownAs = user && signIns.knows(request, user.id) ? user.id : undefined
  try {
    const right = await verifyPassword(user?.passwordHash, password, knownAs)
    if (!right) await noteSecurity(request, deps, { what, userId, result: 'invalid_credentials' })
    return right
  } catch (error) {
    if (error instanceof PasswordQueueFull) await signIns.notLookedAt(request, email, user?.id)
    throw error
  }
}
