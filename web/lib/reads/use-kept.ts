import { useRef } from 'react'
import type { Reading } from './read.ts'

/**
 * Keeps the last reply on screen until the next one arrives, so that paging and searching do not flicker; `old` marks
 * it. A failed read or another `of` (e.g. another account) drops it: it would pass for the new reply.
 */
export function useKept<Value>(reading: Reading<Value>, of?: string | number): Reading<Value> & { old: boolean } {
  const last = useRef({ of, value: reading.value })
  const old = reading.value === undefined && reading.error === undefined
  if (!old || last.current.of !== of) last.current = { of, value: reading.value }
  return { ...reading, value: last.current.value, old }
}
