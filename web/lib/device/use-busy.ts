import { useCallback, useRef, useState } from 'react'

export interface Busy {
  busy: boolean
  /** Does the work; where some is under way, nothing: who presses again wants the same. Rejects with what the work rejects with. */
  during: (work: () => Promise<void>) => Promise<void>
}

/**
 * All that one press of a button sets off: the action and, behind it, reading again what it has changed. The action alone is over sooner
 * (useAction), and with a new key a second press would do it twice (C18).
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
