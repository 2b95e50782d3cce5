/** How far this device's clock is from the server's, for a counter that has to date what it sends later. */
import { atom, getDefaultStore, useAtomValue } from 'jotai'

const store = getDefaultStore()
/** Milliseconds by which this device is ahead; 0 where it is right or nobody has said. */
const aheadAtom = atom(0)
/** The header names the second, and the answer has been under way. */
const RIGHT_MS = 30_000

/** How far this device is ahead of the server, in milliseconds; 0 where nobody has said. */
export const clockAheadMs = (): number => store.get(aheadAtom)

/** The moment by the server's clock, as far as it is known. */
export const serverNow = (): number => Date.now() - clockAheadMs()

/** `clockAheadMs` for a screen, which follows it. */
export const useClockAhead = (): number => useAtomValue(aheadAtom)

/** Asks the server for its time. Where no answer comes, what is known stays. */
export async function readServerClock(): Promise<void> {
  const answer = await fetch('/api/health', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  const serverMs = Date.parse(answer?.headers.get('date') ?? '')
  if (Number.isNaN(serverMs)) return
  const aheadMs = Date.now() - serverMs
  store.set(aheadAtom, Math.abs(aheadMs) > RIGHT_MS ? aheadMs : 0)
}

/** Keeps it known while a counter is open: now, and whenever the network comes back or the page is looked at again. */
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
