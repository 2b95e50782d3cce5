import { useCallback, useRef, useState } from 'react'

export interface Busy {
  busy: boolean
  /** Does nothing while earlier work runs. Rejects as the work does. */
  during: (work: () => Promise<void>) => Promise<void>
}

/**
 * Covers all of a button press: the action and the refresh after it. The action alone ends sooner, and a second press
 * would repeat it with a new key (C18).
 */
export function useBusy(): Busy {
  const [busy, setBusy] = useState(false)
  const working = useRef(false)
  const during = useCallback(async (work: () => Promise<void>): Promise<void> => {
    if (working.current) return
    working.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      working.current = false
      setBusy(false)
    }
  }, [])
  return { busy, during }
}
