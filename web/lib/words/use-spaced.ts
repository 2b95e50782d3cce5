import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/** Throttle: calls `run` at once, and once more after `ms` if asked meanwhile. Unmounting drops the pending call. */
export function useSpaced(run: () => void, ms: number): () => void {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
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
