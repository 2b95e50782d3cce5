import { useRef } from 'react'
import type { Reading } from '#web/lib/read.ts'

/** A reading whose last answer stays on the screen until the next one is there, so that stepping does not flicker; `old` says so. */
export function useKept<Value>(reading: Reading<Value>): Reading<Value> & { old: boolean } {
  const last = useRef(reading.value)
  if (reading.value !== undefined) last.current = reading.value
  const old = reading.value === undefined && reading.error === undefined
  return { ...reading, value: old ? last.current : reading.value, old }
}
