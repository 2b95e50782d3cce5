import { randomUUID } from 'node:crypto'
import { errorSchema, type ErrorCode } from '#contracts/calls/errors.ts'
import { totpActivatedSchema, totpBegunSchema, totpCodeSchema } from '#contracts/calls/account/second-factor.ts'
import { recoveryCodesOf } from '#accounts/second-factor/recovery-codes.ts'
import { activateTotp, beginTotp, type NotActivated } from '#accounts/second-factor/totp.ts'
import { mustChangePassword } from '#accounts/staff/staff.ts'
import { sessionOwner } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'
import { rotateSession } from '../../session/rotate-session.ts'
import { onceWithCode, useOf, wrongCode } from './once-with-code.ts'

const REFUSAL: Record<Exclude<NotActivated, 'wrong_code'>, ErrorCode> = {
  session_over: 'not_signed_in',
  own_password_needed: 'password_change_required',
  not_begun: 'not_found',
  active: 'second_factor_exists',
}

/** Another call begins anew. H34: somebody else knows the first password, so it sets up nothing. */
export function beginTotpSetUp(app: App, deps: Deps): void {
  app.post(
    '/api/auth/second-factor/totp',
    {
      config: limitOfPerson(20, 60_000),
      schema: { tags: ['auth'], response: { 200: totpBegunSchema, '4xx': errorSchema } },
    },
    async (request) => {
      const user = await sessionOwner(request, deps)
      if (await mustChangePassword(deps.pool, user.id)) throw new ApiError('password_change_required')
      const begun = await beginTotp(deps.pool, user, { setUpId: randomUUID(), secret: deps.env.SESSION_SECRET })
      if (!begun) throw new ApiError('second_factor_exists')
      return begun
    },
  )
}

/** Gives the session a new id. Only a code of the app activates it: one that shows others would lock its person out. */
export function activateTotpSetUp(app: App, deps: Deps): void {
  app.post(
    '/api/auth/second-factor/totp/activate',
    {
      config: { ...limitOfPerson(20, 60_000), retry: 'renewsSession' },
      schema: { tags: ['auth'], body: totpCodeSchema, response: { 201: totpActivatedSchema, '4xx': errorSchema } },
    },
    async (request, reply) => {
      const user = await sessionOwner(request, deps)
      const { setUpId } = await onceWithCode(request, deps, user, request.body, async (client) => {
        const session = { userId: user.id, epoch: request.session.epoch ?? 0 }
        const result = await activateTotp(client, session, request.body.code, useOf(request, deps))
        if (result === 'wrong_code') throw wrongCode()
        if (typeof result === 'string') throw new ApiError(REFUSAL[result])
        // Before the commit: a retry by a session without the mark would be refused and never see the recovery codes.
        await rotateSession(request, { secondFactor: true })
        return result
      })
      return reply.status(201).send({ recoveryCodes: recoveryCodesOf(deps.env.SESSION_SECRET, setUpId) })
    },
  )
}
