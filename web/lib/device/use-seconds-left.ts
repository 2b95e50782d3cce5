import { useSyncExternalStore } from 'react'

function everySecond(look: () => void): () => void {
  const clock = setInterval(look, 1_000)
  return () => clearInterval(clock)
}

/** Whole seconds until a moment (epoch ms) by this device's clock; 0 once it has passed. */
export function useSecondsLeft(untilMs: number): number {
  return useSyncExternalStore(everySecond, () => Math.max(0, Math.ceil((untilMs - Date.now()) / 1_000)))
}

/** As minutes and seconds: "9:05". */
export const asMinutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
