import { z } from 'zod'
import { messageReplySchema } from '#contracts/calls/account/accounts.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { pushSubscribeSchema, pushSubscriptionSchema } from '#contracts/calls/account/push.ts'
import { commandIdSchema } from '#contracts/units/ids.ts'
import { subscribeToPush, unsubscribeFromPush } from '#accounts/push/subscriptions.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { signedIn } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'
import { shownPush } from './shown-push.ts'

const BODY_MAX_BYTES = 4_096
const config = limitOfPerson(30, 60_000)

/** A browser begins, changes its kinds, or ends (decision 56). Repeatable. */
export function subscribe(app: App, deps: Deps): void {
  app.put(
    '/api/push/subscriptions',
    {
      config,
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: ['buyer'],
        body: pushSubscribeSchema,
        response: { 200: pushSubscriptionSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const user = await signedIn(request, deps)
      const { epoch = 0, sessionId } = request.session
      const owner = { userId: user.id, epoch, session: deps.sessions.nameOf(sessionId) }
      const subscribed = await inTransaction(deps.pool, (client) =>
        subscribeToPush(client, owner, request.body, deps.now()),
      )
      if (!subscribed) throw new ApiError('not_signed_in')
      return shownPush(subscribed, owner.session)
    },
  )

  app.delete(
    '/api/push/subscriptions/:id',
    {
      config,
      schema: {
        tags: ['buyer'],
        params: z.object({ id: commandIdSchema }),
        response: { 200: messageReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const user = await signedIn(request, deps)
      await unsubscribeFromPush(deps.pool, user.id, request.params.id)
      return { message: 'This browser gets no more notifications' }
    },
  )
}
