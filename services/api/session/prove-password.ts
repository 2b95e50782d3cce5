import type { FastifyReply, FastifyRequest } from 'fastify'
import type { User } from '#accounts/users.ts'
import { ApiError } from '../http/api-error.ts'
import type { Deps } from '../deps.ts'
import { tryPassword } from './try-password.ts'

/** For acts that could take over the account. Guesses count as at sign-in (C14). Throws 400 at `field`, or 429. */
export async function proveCurrentPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
  user: User,
  password: string,
  field = 'currentPassword',
): Promise<void> {
  const stored = await deps.users.forSignIn(user.email)
  if (
    !(await tryPassword(
      request,
      deps,
      { what: 'password_proof', email: user.email, user: stored, password },
      'too_many_attempts',
    ))
  ) {
    const message = 'Current password is incorrect'
    throw new ApiError('wrong_current_password', { issues: [{ path: field, message }] })
  }
  await deps.signIns.succeeded(request, reply, user.email, user.id)
}
