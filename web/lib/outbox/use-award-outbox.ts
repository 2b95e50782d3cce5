import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { AwardReply } from '#contracts/calls/business.ts'
import { createAwardOutbox, type AwardOutbox, type Peers, type Told } from './award-outbox.ts'
import { awardPoints } from '#web/lib/calls/business.ts'
import { clockAheadMs } from './server-clock.ts'
import { onVisit, visitIfAny } from '#web/lib/session/visit-state.ts'
import { pageStore, type WaitingAward } from './waiting-store.ts'

const outboxes = new Map<number, AwardOutbox>()

function visitId(): string | null | undefined {
  const visit = visitIfAny()
  return visit ? visit.visitId : visit
}

/** None in a browser that has no channel between its pages: they hear of each other when they look themselves. */
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

/** One for the counter and for whoever sends beside it: two would not know of each other's awards. */
function outboxOf(businessId: number): AwardOutbox {
  const known = outboxes.get(businessId)
  if (known) return known
  const outbox = createAwardOutbox({
    businessId,
    store: pageStore,
    send: awardPoints,
    isOnline: () => navigator.onLine,
    visitId,
    aheadMs: clockAheadMs,
    ...peersOf(businessId),
  })
  outboxes.set(businessId, outbox)
  return outbox
}

/**
 * Until the returned function is called, what waits at this business's counter is sent: now, when the network comes back, when somebody looks at
 * the page again, when it is known whether this is a support visit, and from time to time.
 */
export function sendWaitingAwards(businessId: number): () => void {
  const outbox = outboxOf(businessId)
  const drain = (): void => void outbox.drain()
  const onSeen = (): void => {
    if (document.visibilityState === 'visible') drain()
  }
  // What the browser did not take is gone with the page: it asks before it goes.
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
  /** False where something waits in this page alone, since the browser takes nothing. */
  isKept: boolean
}

/** The counter's outbox and what waits in it. Sends as long as the counter is open, whether or not anybody else does. */
export function useAwardOutbox(businessId: number, onAwarded: (reply: AwardReply, key: string) => void): CounterOutbox {
  const outbox = outboxOf(businessId)
  const latest = useRef(onAwarded)
  latest.current = onAwarded

  useEffect(() => {
    const forget = outbox.onAwarded((reply, key) => latest.current(reply, key))
    const stop = sendWaitingAwards(businessId)
    return () => {
      stop()
      forget()
    }
  }, [businessId, outbox])

  const awards = useSyncExternalStore(outbox.onChange, outbox.list)
  return { outbox, awards, isKept: useSyncExternalStore(outbox.onChange, pageStore.isKept) }
}
