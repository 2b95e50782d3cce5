import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false

function listen(listener: () => void): () => void {
  const begin = (): void => {
    isPrinting = true
    // The browser prints what stands there when this returns.
    flushSync(listener)
  }
  const end = (): void => {
    isPrinting = false
    listener()
  }
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}

/** Whether the page is being printed right now: paper has no second page to turn to. */
export function usePrinting(): boolean {
  return useSyncExternalStore(listen, () => isPrinting)
}
