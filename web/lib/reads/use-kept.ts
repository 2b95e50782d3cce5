import { useState } from 'react'
import type { Reading } from './read.ts'

/**
 * Keeps the last reply on screen until the next one arrives, so that paging and searching do not flicker; `old` marks
 * it. A failed read or another `of` (e.g. another account) drops it: it would pass for the new reply.
 */
export function useKept<Value>(reading: Reading<Value>, of?: string | number): Reading<Value> & { old: boolean } {
  const [last, setLast] = useState({ of, value: reading.value })
  const old = reading.value === undefined && reading.error === undefined
  if (last.of !== of || (!old && last.value !== reading.value)) setLast({ of, value: reading.value })
  return { ...reading, value: last.value, old }
}
