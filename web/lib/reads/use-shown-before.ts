import { useLayoutEffect, useRef } from 'react'

/**
 * The value on screen when typing began: a save replaces that one, and the server reports a conflict if it has
 * changed. Before typing and after that report, it is the current value.
 */
export function useShownBefore<Value>(now: Value, isTyped: boolean): () => Value {
  const shown = useRef(now)
  const sent = useRef(false)
  useLayoutEffect(() => {
    if (!isTyped || sent.current) shown.current = now
  })
  return () => {
    sent.current = true
    return shown.current
  }
}
