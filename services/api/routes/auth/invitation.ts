import { messageReplySchema } from '#contracts/calls/account/accounts.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import {
  acceptInvitationSchema,
  invitationQuerySchema,
  invitationReplySchema,
} from '#contracts/rights/manager-calls.ts'
import { addManager } from '#accounts/staff/managers.ts'
import { hashPassword } from '#accounts/passwords.ts'
import { EmailTaken } from '#accounts/verification/sign-up.ts'
import { tokenHash } from '#accounts/tokens.ts'
import { findInvitation, linkManager } from '#businesses/staff/keep-sign-ins.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import { onceForThing } from '#platform/outbox/event-outbox.ts'
import { refuseGuessable } from '../../guards/refuse-guessable.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { PUBLIC_FORM_LIMIT } from '../../plugins/rate-limit.ts'

/** What the page of a mailed invitation shows. Uses nothing up. */
export function readInvitation(app: App, deps: Deps): void {
  app.get(
    '/api/auth/invitation',
    {
      config: PUBLIC_FORM_LIMIT,
      schema: {
        tags: ['auth'],
        querystring: invitationQuerySchema,
        response: { 200: invitationReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const found = await findInvitation(deps.pool, tokenHash(request.query.token), deps.now())
      const business = found && (await deps.businesses.byUserId(found.businessId))
      if (!found || business?.status !== 'active') throw new ApiError('invitation_invalid')
      return { businessName: business.businessName, email: found.email }
    },
  )
}

/**
 * Makes the manager's account and uses up the invitation. Opens no session: the browser then signs in with the address
 * and this password, as on every later day.
 */
export function acceptInvitation(app: App, deps: Deps): void {
  app.post(
    '/api/auth/invitation',
    {
      config: { ...PUBLIC_FORM_LIMIT, retry: 'sameContent' },
      schema: {
        tags: ['auth'],
        body: acceptInvitationSchema,
        response: { 200: messageReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const hash = tokenHash(request.body.token)
      const accepted = await deps.once(
        request,
        { content: 0 },
        request.given,
        async (client, _commandId, passwordHash) => {
          const at = deps.now()
          const found = await findInvitation(client, hash, at, { lock: true })
          if (!found) throw new ApiError('invitation_invalid')
          const { businessId, staffId, email, name } = found
          const { language } = request.body
          const userId = await addManager(client, { email, name, passwordHash, language, at }).catch(refusal)
          await linkManager(client, found, userId, {
            ...onceForThing(`accept-invitation:${hash}`),
            actor: { userId: businessId, role: 'business' },
            place: { staffId },
            correlationId: request.id,
            at,
          })
          // The one trace that somebody who knows the owner's password cannot suppress.
          await orderMail(client, {
            cause: `manager-joined:${hash}`,
            template: 'manager_joined',
            userId: businessId,
            parameters: { startedAt: at.toISOString() },
          })
          return { message: 'You can sign in now' }
        },
        async () => {
          const { password } = request.body
          const found = await findInvitation(deps.pool, hash, deps.now())
          const business = found && (await deps.businesses.byUserId(found.businessId))
          if (!found || business?.status !== 'active') throw new ApiError('invitation_invalid')
          await refuseGuessable('password', password, { firstName: found.name, lastName: '', email: found.email })
          return hashPassword(password)
        },
      )
      deps.wake('mail', 'events')
      return accepted
    },
  )
}

function refusal(error: unknown): never {
  throw error instanceof EmailTaken ? new ApiError('user_exists') : error
}
