import { useSyncExternalStore } from 'react'

const LOOK_EVERY_MS = 60_000

function everyMinute(look: () => void): () => void {
  const clock = setInterval(look, LOOK_EVERY_MS)
  return () => clearInterval(clock)
}

/**
 * What `read` says of the present moment, by this device's clock. Renders again when that changes, at most a minute
 * late.
 */
export function useNow<Value extends string | number | boolean>(read: (now: Date) => Value): Value {
  return useSyncExternalStore(everyMinute, () => read(new Date()))
}
