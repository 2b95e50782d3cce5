import { errorSchema } from '#contracts/calls/errors.ts'
import { sessionUserSchema, signInSchema } from '#contracts/calls/account/session.ts'
import { upgradedHash } from '#accounts/passwords.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { openProved } from '../../session/open-proved.ts'
import { SIGN_IN_LIMIT } from '../../plugins/rate-limit.ts'
import { tryPassword } from '../../session/try-password.ts'

/** R187, R207. */
export function login(app: App, deps: Deps): void {
  app.post(
    '/api/auth/login',
    {
      config: { ...SIGN_IN_LIMIT, retry: 'signsIn' },
      schema: { tags: ['auth'], body: signInSchema, response: { 200: sessionUserSchema, '4xx': errorSchema } },
    },
    async (request, reply) => {
      const { email, password } = request.body
      const user = await deps.users.forSignIn(email)
      if (!(await tryPassword(request, deps, { what: 'sign_in', email, user, password })) || !user)
        throw new ApiError('invalid_credentials')
      return openProved(request, reply, deps, { what: 'sign_in', user, attemptsOf: email }, () =>
        upgradeHash(deps, user, password),
      )
    },
  )
}

/** Rehashes with the present parameters, now that the password is known. */
async function upgradeHash(
  deps: Deps,
  { id, passwordHash }: { id: number; passwordHash: string },
  password: string,
): Promise<void> {
  const better = await upgradedHash(passwordHash, password, id)
  if (better !== undefined)
    await deps.pool.query('UPDATE users SET password = $3 WHERE id = $1 AND password = $2', [id, passwordHash, better])
}
