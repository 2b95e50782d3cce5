/** Notifications of the buyer's browsers (decision 56). Each call rejects with ApiError. */
import { useEffect, useState } from 'react'
import {
  pushReplySchema,
  pushSubscriptionSchema,
  type PushKind,
  type PushReply,
  type PushSubscriptionEntry,
} from '#contracts/calls/account/push.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { anyReply } from '#web/lib/api/any-reply.ts'
import { api } from '#web/lib/api/api.ts'
import { newKey } from '#web/lib/api/new-key.ts'
import { browserSubscription, pushAbility, subscribeBrowser } from '#web/lib/device/push.ts'
import { useRead, useRefresh, type Reading } from '#web/lib/reads/read.ts'

const PATH = '/api/push'
const SUBSCRIPTIONS_PATH = `${PATH}/subscriptions`

export interface PushHere {
  reading: Reading<PushReply>
  /** This browser's; undefined until known, null without one. */
  here: PushSubscriptionEntry | null | undefined
  /** None ends the notifications. False if the person or the browser refuses. */
  choose: (kinds: readonly PushKind[], language: Language) => Promise<boolean>
}

/** Keeps the language and the session of the subscription, and ends one that somebody else left in this browser. */
export function usePushHere(language: Language): PushHere {
  const reading = useRead<PushReply>(pushAbility() === 'ready' ? PATH : null, pushReplySchema)
  const refresh = useRefresh()
  const [here, setHere] = useState<PushSubscriptionEntry | null>()
  const { value } = reading

  useEffect(() => {
    if (!value) return
    let isOver = false
    void browserSubscription().then((own) => {
      const entry = own && entryOf(own, value)
      if (isOver) return
      setHere(entry)
      if (own && !entry) void endForeign(own)
      if (own && entry && (entry.language !== language || !entry.isOfThisSession))
        void save(own, entry.kinds, language).catch(() => undefined)
    })
    return () => {
      isOver = true
    }
  }, [value, language])

  async function choose(kinds: readonly PushKind[], chosen: Language): Promise<boolean> {
    if (!value) return false
    let entry: PushSubscriptionEntry | null = null
    if (kinds.length === 0) {
      if (here) await end(here.id)
      await (await browserSubscription())?.unsubscribe().catch(() => false)
    } else {
      const own = await subscribeBrowser(value.publicKey)
      if (!own) return false
      entry = await save(own, kinds, chosen)
    }
    await refresh([PATH])
    // The next choice builds on this one, and may come before the browser has named its subscription again.
    setHere(entry)
    return true
  }

  return { reading, here, choose }
}

const entryOf = ({ endpoint }: PushSubscription, { subscriptions }: PushReply): PushSubscriptionEntry | null =>
  subscriptions.find((entry) => entry.endpoint === new URL(endpoint).href) ?? null

async function save(
  own: PushSubscription,
  kinds: readonly PushKind[],
  language: Language,
): Promise<PushSubscriptionEntry> {
  const { endpoint, keys } = own.toJSON()
  const body = { endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] }, kinds, language }
  return api.write({ method: 'PUT', path: SUBSCRIPTIONS_PATH, body, key: newKey(), reply: pushSubscriptionSchema })
}

const end = (id: string): Promise<unknown> =>
  api.write({ method: 'DELETE', path: `${SUBSCRIPTIONS_PATH}/${id}`, key: newKey(), reply: anyReply })

/** Asks once more, because another page of this browser may have subscribed since. */
async function endForeign(own: PushSubscription): Promise<void> {
  try {
    if (!entryOf(own, await api.read(PATH, pushReplySchema))) await own.unsubscribe()
  } catch {
    // At the next visit.
  }
}
