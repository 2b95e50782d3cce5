import { useRef } from 'react'

/**
 * What a form showed when somebody began to type into it: that is what a save takes the place of, and where something else holds by then the server
 * says so. Until then, and once that has been said, it is whatever is shown now.
 */
export function useShownBefore<Value>(now: Value, isTyped: boolean): () => Value {
  const shown = useRef(now)
  const sent = useRef(false)
  if (!isTyped || sent.current) shown.current = now
  return () => {
    sent.current = true
    return shown.current
  }
}
