import { useSyncExternalStore } from 'react'

const isOnline = (): boolean => navigator.onLine

function listen(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** The network may still lead nowhere; only a call can tell. */
export function useOnline(): boolean {
  return useSyncExternalStore(listen, isOnline, () => true)
}
