import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { INVITATION_MS, inviteManagerSchema, managerInvitedSchema } from '#contracts/rights/manager-calls.ts'
import { commandIdSchema, userIdSchema } from '#contracts/units/ids.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import { newToken } from '#accounts/tokens.ts'
import { inviteManager as invite } from '#businesses/staff/keep-sign-ins.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import { ownActiveBusiness } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'

/** Each mails an address that may be a stranger's. */
const LIMIT = limitOfPerson(10, DAY_MS)

/**
 * Idempotency-Key required. The answer is the same for an address that has an account; its mail then has no link
 * (decision 48).
 */
export function inviteManager(app: App, deps: Deps): void {
  app.post(
    '/api/business/:id/staff/:staffId/invitation',
    {
      config: LIMIT,
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema, staffId: commandIdSchema }),
        body: inviteManagerSchema,
        response: { 201: managerInvitedSchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, business } = await ownActiveBusiness(request, deps, request.params.id)
      const { staffId } = request.params
      const { email, language } = request.body
      const invited = await deps.once(
        request,
        { user: user.id },
        { email, language },
        async (client) => {
          const token = newToken(deps.env.SESSION_SECRET, 'invite')
          const at = deps.now()
          const given = { email, hash: token.hash, ownerEpoch: request.session.epoch ?? 0, at }
          const outcome = await invite(client, business.userId, staffId, given)
          if (outcome !== 'invited') throw new ApiError(outcome)
          await orderMail(client, {
            cause: `manager-invited:${staffId}:${token.seed}`,
            template: 'manager_invited',
            userId: business.userId,
            parameters: { seed: token.seed, staffId },
            language,
            to: email,
            usefulUntil: new Date(at.getTime() + INVITATION_MS),
          })
          return { staffId, message: 'Invitation sent' }
        },
        // Of all businesses together.
        () => deps.signIns.mailRequest(`invite-to:${email}`),
      )
      deps.wake('mail')
      return reply.status(201).send(invited)
    },
  )
}
