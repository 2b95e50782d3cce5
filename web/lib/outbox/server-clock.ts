/** This device's clock error, for a counter that has to date offline awards. */
import { atom, getDefaultStore, useAtomValue } from 'jotai'

const store = getDefaultStore()
const aheadAtom = atom(0)
/** Tolerance: the Date header has full seconds, and the response has travelled. */
const RIGHT_MS = 30_000

/** How far (ms) this device's clock is ahead of the server's; 0 if right or unknown. */
export const clockAheadMs = (): number => store.get(aheadAtom)

/** In ms since 1970. */
export const serverNow = (): number => Date.now() - clockAheadMs()

export const useClockAhead = (): number => useAtomValue(aheadAtom)

/** Without a response the known error stays. */
export async function readServerClock(): Promise<void> {
  const answer = await fetch('/api/health', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  const serverMs = Date.parse(answer?.headers.get('date') ?? '')
  if (Number.isNaN(serverMs)) return
  const aheadMs = Date.now() - serverMs
  store.set(aheadAtom, Math.abs(aheadMs) > RIGHT_MS ? aheadMs : 0)
}

export function watchServerClock(): () => void {
  const read = (): void => {
    if (document.visibilityState === 'visible') void readServerClock()
  }
  read()
  window.addEventListener('online', read)
  document.addEventListener('visibilitychange', read)
  return () => {
    window.removeEventListener('online', read)
    document.removeEventListener('visibilitychange', read)
  }
}
