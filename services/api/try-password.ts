import type { FastifyRequest } from 'fastify'
import { PasswordQueueFull, verifyPassword } from '#accounts/passwords.ts'
import type { User } from '#accounts/users.ts'
import type { Deps } from './deps.ts'

/**
 * Counts an attempt and looks at its password, in the lane of the known or of strangers. True where it is right. Throws 429, or
 * PasswordQueueFull: then the attempt is not counted.
 */
export async function tryPassword(
  request: FastifyRequest,
  { signIns }: Pick<Deps, 'signIns'>,
  { email, user, password }: { email: string; user: (User & { passwordHash: string }) | undefined; password: string },
  tooMany?: 'sign_in_rate_limited' | 'too_many_attempts',
): Promise<boolean> {
  await signIns.attempt(request, email, user?.id, tooMany)
  const knownAs = user && signIns.knows(request, user.id) ? user.id : undefined
  try {
    return await verifyPassword(user?.passwordHash, password, knownAs)
  } catch (error) {
    if (error instanceof PasswordQueueFull) await signIns.notLookedAt(request, email, user?.id)
    throw error
  }
}
