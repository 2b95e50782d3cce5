import { useEffect, useState } from 'react'

/** Longer than the one retry, so that a failure it mends is not shown. */
const RETRIED_MS = 3_000

export function useLasting(holds: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!holds) return
    const timer = setTimeout(() => setLasts(true), RETRIED_MS)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [holds])
  return holds && lasts
}
