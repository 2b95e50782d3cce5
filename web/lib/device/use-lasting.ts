import { useEffect, useState } from 'react'

/** By then the one retry is over where it succeeds: a fault that it has mended is not spoken of. */
const RETRIED_MS = 3_000

/** True once it has been true for a while. */
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
