import { signUpReplySchema, signUpSchema } from '#contracts/calls/account/accounts.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { hashPassword } from '#accounts/passwords.ts'
import { EmailTaken, signUpBuyer } from '#accounts/verification/sign-up.ts'
import { sessionUser, type WithPassword } from '#accounts/users.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { optionalKey } from '../../idempotency/idempotency-key.ts'
import { PUBLIC_FORM_LIMIT } from '../../plugins/rate-limit.ts'
import { refuseGuessable } from '../../guards/refuse-guessable.ts'
import { hasSignedUp, rememberSignUp } from '../../session/sign-up-cookie.ts'

/**
 * R50, R51, R188, R209: always a buyer, not signed in before verification. The code collects points at once; if somebody
 * else proves the address, the account gets another one, since a business could identify its owner (R140, decision 51).
 */
export function signup(app: App, deps: Deps): void {
  app.post(
    '/api/auth/signup',
    {
      config: PUBLIC_FORM_LIMIT,
      schema: { tags: ['auth'], body: signUpSchema, response: { 201: signUpReplySchema, '4xx': errorSchema } },
    },
    async (request, reply) => {
      const { password, role: _buyer, ...person } = request.body
      await refuseGuessable('password', password, person)
      const mayMail = await deps.signIns.signUp(request, person.email)
      const passwordHash = await hashPassword(password)
      const options = {
        secret: deps.env.SESSION_SECRET,
        key: optionalKey(request),
        now: deps.now(),
        mayMail,
        proves: (account: WithPassword) => hasSignedUp(request, deps.env, account),
      }
      const user = await signUpBuyer(deps.pool, { ...person, passwordHash }, options).catch((error: unknown) => {
        throw error instanceof EmailTaken ? new ApiError('user_exists') : error
      })
      deps.users.forget(user)
      rememberSignUp(reply, deps.env, user)
      deps.wake('mail')
      return reply.status(201).send({ ...sessionUser(user), message: 'Please check your email to verify your account' })
    },
  )
}
