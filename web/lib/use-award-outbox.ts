import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { AwardReply } from '#contracts/business.ts'
import { createAwardOutbox, type AwardOutbox } from './award-outbox.ts'
import { awardPoints } from './business.ts'
import { currentVisit } from './visit-state.ts'
import { browserStore, type WaitingAward } from './waiting-store.ts'

const store = browserStore()

/** The counter's outbox and what waits in it. Sends when it opens, when the network comes back, and from time to time. */
export function useAwardOutbox(businessId: number, onAwarded: (reply: AwardReply, key: string) => void): { outbox: AwardOutbox; awards: readonly WaitingAward[] } {
  const outbox = useMemo(
    () => createAwardOutbox({ businessId, store, send: awardPoints, isOnline: () => navigator.onLine, visitId: () => currentVisit()?.visitId }),
    [businessId],
  )
  const latest = useRef(onAwarded)
  latest.current = onAwarded

  useEffect(() => {
    const drain = (): void => void outbox.drain()
    const forget = outbox.onAwarded((reply, key) => latest.current(reply, key))
    const stop = outbox.start()
    window.addEventListener('online', drain)
    return () => {
      window.removeEventListener('online', drain)
      stop()
      forget()
    }
  }, [outbox])

  return { outbox, awards: useSyncExternalStore(outbox.onChange, outbox.list) }
}
