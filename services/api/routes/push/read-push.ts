import { errorSchema } from '#contracts/calls/errors.ts'
import { pushReplySchema } from '#contracts/calls/account/push.ts'
import { pushSubscriptionsOf } from '#accounts/push/subscriptions.ts'
import { signedIn } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { shownPush } from './shown-push.ts'

/** The key to subscribe with, and the buyer's browsers (decision 56). */
export function readPush(app: App, deps: Deps): void {
  app.get(
    '/api/push',
    { schema: { tags: ['buyer'], response: { 200: pushReplySchema, '4xx': errorSchema } } },
    async (request) => {
      const user = await signedIn(request, deps)
      const subscriptions = await pushSubscriptionsOf(deps.pool, user.id)
      const session = deps.sessions.nameOf(request.session.sessionId)
      return {
        publicKey: deps.vapidKey.publicKey,
        subscriptions: subscriptions.map((subscription) => shownPush(subscription, session)),
      }
    },
  )
}
