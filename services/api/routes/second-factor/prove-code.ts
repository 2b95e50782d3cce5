import type { FastifyRequest } from 'fastify'
import type { User } from '#accounts/users.ts'
import { spendCode } from '#accounts/second-factor/totp.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Deps } from '../../deps.ts'
import { deviceName } from '../../session/device-name.ts'
import { noteSecurity } from '../../session/note-security.ts'

/** Counted before the code is checked. Throws 429. */
export async function countCodeAttempt(request: FastifyRequest, deps: Deps, { id }: User): Promise<void> {
  try {
    await deps.signIns.codeAttempt(id)
  } catch (error) {
    if (error instanceof ApiError)
      await noteSecurity(request, deps, { what: 'lock_out', userId: id, result: error.code })
    throw error
  }
}

export const installationOf = (request: FastifyRequest, deps: Deps): { secret: string; at: Date; device: string } => ({
  secret: deps.env.SESSION_SECRET,
  at: deps.now(),
  device: deviceName(request.headers['user-agent']),
})

/** Notes the refusal, past the transaction that it rolls back. */
export async function refuseCode(request: FastifyRequest, deps: Deps, { id }: User): Promise<never> {
  await noteSecurity(request, deps, { what: 'second_factor', userId: id, result: 'wrong_second_factor' })
  throw new ApiError('wrong_second_factor', { issues: [{ path: 'code', message: 'This code is wrong or was used' }] })
}

/** Uses up a code of the app or a recovery code. Throws 400 at `code`. */
export async function proveCode(
  client: PoolClient,
  request: FastifyRequest,
  deps: Deps,
  user: User,
  code: string,
): Promise<void> {
  if (!(await spendCode(client, user, code, installationOf(request, deps)))) await refuseCode(request, deps, user)
}
