import { useEffect, useState } from 'react'
import { isStill } from '#web/lib/device/is-still.ts'

const COUNT_MS = 700

/** Counts once from one whole number to another; at once for people who want no motion. */
export function useCountUp(from: number, to: number): number {
  const [shown, setShown] = useState(() => (isStill() ? to : from))
  useEffect(() => {
    if (isStill()) return
    let frame = 0
    let start: number | undefined
    const step = (nowMs: number): void => {
      start ??= nowMs
      const share = Math.min(1, (nowMs - start) / COUNT_MS)
      setShown(Math.round(from + (to - from) * share))
      if (share < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [from, to])
  return shown
}
