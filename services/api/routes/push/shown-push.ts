import type { PushSubscriptionEntry } from '#contracts/calls/account/push.ts'
import type { PushSubscription } from '#accounts/push/subscriptions.ts'

export const shownPush = ({ id, endpoint, kinds, language, createdAt }: PushSubscription): PushSubscriptionEntry => ({
  id,
  endpoint,
  kinds,
  language,
  createdAt: createdAt.toISOString(),
})
