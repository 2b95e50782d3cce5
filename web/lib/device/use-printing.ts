import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false

function listen(listener: () => void): () => void {
  const begin = (): void => {
    isPrinting = true
    // Renders synchronously, because the browser prints the page as it is when this returns.
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

export function usePrinting(): boolean {
  return useSyncExternalStore(
    listen,
    () => isPrinting,
    () => false,
  )
}
