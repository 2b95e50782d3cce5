import { useEffect } from 'react'

/**
 * Keeps the screen awake while `isWanted` and the page is visible. Does nothing where the browser cannot, or refuses
 * (low battery).
 */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    let held: Promise<WakeLockSentinel | undefined> = Promise.resolve(undefined)
    const giveBack = (): void => void held.then((lock) => lock?.release()).catch(() => undefined)
    const look = (): void => {
      giveBack()
      held =
        document.visibilityState === 'visible'
          ? navigator.wakeLock.request('screen').catch(() => undefined)
          : Promise.resolve(undefined)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      giveBack()
    }
  }, [isWanted])
}
