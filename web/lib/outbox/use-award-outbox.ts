import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { AwardReply } from '#contracts/calls/business.ts'
import { createAwardOutbox, type AwardOutbox, type Peers, type Told } from './award-outbox.ts'
import { awardPoints } from '#web/lib/calls/business.ts'
import { clockAheadMs } from './server-clock.ts'
import { TILL_UNLOCK, tillUnlock } from './till-unlock.ts'
import { onVisit, visitIfAny } from '#web/lib/session/visit-state.ts'
import { pageStore, type WaitingAward } from './waiting-store.ts'

const outboxes = new Map<number, AwardOutbox>()

function visitId(): string | null | undefined {
  const visit = visitIfAny()
  return visit ? visit.visitId : visit
}

/** Without BroadcastChannel, pages see each other's awards only when they read the store. */
function peersOf(businessId: number): { peers?: Peers } {
  if (typeof BroadcastChannel === 'undefined') return {}
  const channel = new BroadcastChannel(`hatik.awards.${businessId}`)
  return {
    peers: {
      tell: (told) => channel.postMessage(told),
      onTold: (listener) => channel.addEventListener('message', ({ data }: MessageEvent<Told>) => listener(data)),
    },
  }
}

/** One outbox per business and page: two would not know of each other's awards. */
function outboxOf(businessId: number): AwardOutbox {
  const known = outboxes.get(businessId)
  if (known) return known
  const outbox = createAwardOutbox({
    businessId,
    store: pageStore,
    send: (id, body, key, unlock) => awardPoints(id, body, key, unlock === undefined ? {} : { [TILL_UNLOCK]: unlock }),
    isOnline: () => navigator.onLine,
    visitId,
    unlock: tillUnlock,
    aheadMs: clockAheadMs,
    ...peersOf(businessId),
  })
  outboxes.set(businessId, outbox)
  return outbox
}

/**
 * Sends until the returned function is called: now, when the network returns, the page becomes visible or the visit is
 * known, and periodically.
 */
export function sendWaitingAwards(businessId: number): () => void {
  const outbox = outboxOf(businessId)
  const drain = (): void => void outbox.drain()
  const onSeen = (): void => {
    if (document.visibilityState === 'visible') drain()
  }
  // Awards that the browser did not store are lost with the page, so it warns first.
  const onLeaving = (event: Event): void => {
    if (!pageStore.isKept()) event.preventDefault()
  }
  const stop = outbox.start()
  const stopHearing = onVisit(drain)
  window.addEventListener('online', drain)
  document.addEventListener('visibilitychange', onSeen)
  window.addEventListener('beforeunload', onLeaving)
  return () => {
    window.removeEventListener('online', drain)
    document.removeEventListener('visibilitychange', onSeen)
    window.removeEventListener('beforeunload', onLeaving)
    stopHearing()
    stop()
  }
}

export interface CounterOutbox {
  outbox: AwardOutbox
  awards: readonly WaitingAward[]
  isKept: boolean
}

export function useAwardOutbox(businessId: number, onAwarded: (reply: AwardReply, key: string) => void): CounterOutbox {
  const outbox = outboxOf(businessId)
  const awarded = useEffectEvent(onAwarded)

  useEffect(() => {
    const forget = outbox.onAwarded((reply, key) => awarded(reply, key))
    const stop = sendWaitingAwards(businessId)
    return () => {
      stop()
      forget()
    }
  }, [businessId, outbox])

  const awards = useSyncExternalStore(outbox.onChange, outbox.list)
  return { outbox, awards, isKept: useSyncExternalStore(outbox.onChange, pageStore.isKept) }
}
