import type { FastifyRequest } from 'fastify'
import type { User } from '#accounts/users.ts'
import { spendCode } from '#accounts/second-factor/totp.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Deps } from '../../deps.ts'
import { deviceName } from '../../session/device-name.ts'
import { noteSecurity } from '../../session/note-security.ts'

export const wrongCode = (): ApiError =>
  new ApiError('wrong_second_factor', { issues: [{ path: 'code', message: 'This code is wrong or was used' }] })

/** `secret`: the installation's. */
export const useOf = (request: FastifyRequest, deps: Deps): { secret: string; at: Date; device: string } => ({
  secret: deps.env.SESSION_SECRET,
  at: deps.now(),
  device: deviceName(request.headers['user-agent']),
})

/** Uses up a code of the app or a recovery code. Throws 400 at `code`. */
export async function proveCode(
  client: PoolClient,
  request: FastifyRequest,
  deps: Deps,
  user: User,
  code: string,
): Promise<void> {
  if (!(await spendCode(client, user, code, useOf(request, deps)))) throw wrongCode()
}

/**
 * Carries out once a write that proves a code. Each try is counted before its code is checked, and wrong codes go to
 * the security log. Throws as `once`, or 429.
 */
export async function onceWithCode<T>(
  request: FastifyRequest,
  deps: Deps,
  { id }: User,
  input: unknown,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const done = await deps
    .once(request, { user: id, keyless: true }, input, work, () => countAttempt(request, deps, id))
    .catch(async (error: unknown) => {
      if (error instanceof ApiError && error.code === 'wrong_second_factor')
        await noteSecurity(request, deps, { what: 'second_factor', userId: id, result: error.code })
      throw error
    })
  await deps.signIns.codeSucceeded(id).catch((error: unknown) => {
    request.log.warn({ err: error }, 'the attempts of a second factor were not forgotten')
  })
  deps.wake('mail')
  return done
}

async function countAttempt(request: FastifyRequest, deps: Deps, userId: number): Promise<void> {
  try {
    await deps.signIns.codeAttempt(userId)
  } catch (error) {
    if (error instanceof ApiError) await noteSecurity(request, deps, { what: 'lock_out', userId, result: error.code })
    throw error
  }
}
