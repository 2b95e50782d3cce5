import { useCallback, useEffect, useRef } from 'react'

/**
 * Calls `run` at once, and for whatever is asked within `ms` after that once more when they are over: nobody's last word is lost, and
 * nothing runs more often than that. What waits when the screen is left is dropped.
 */
export function useSpaced(run: () => void, ms: number): () => void {
  const latest = useRef(run)
  latest.current = run
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(false)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return useCallback(() => {
    asked.current = true
    if (timer.current !== undefined) return
    const next = (): void => {
      timer.current = undefined
      if (!asked.current) return
      asked.current = false
      timer.current = setTimeout(next, ms)
      latest.current()
    }
    next()
  }, [ms])
}
