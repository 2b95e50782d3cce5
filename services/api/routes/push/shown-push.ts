import type { PushSubscriptionEntry } from '#contracts/calls/account/push.ts'
import type { PushSubscription } from '#accounts/push/subscriptions.ts'

/** `caller`: the name of the caller's session. */
export const shownPush = (
  { id, endpoint, kinds, language, session, createdAt }: PushSubscription,
  caller: string,
): PushSubscriptionEntry => ({
  id,
  endpoint,
  kinds,
  language,
  isOfThisSession: session === caller,
  createdAt: createdAt.toISOString(),
})
