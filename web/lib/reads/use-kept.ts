import { useRef } from 'react'
import type { Reading } from './read.ts'

/**
 * A reading whose last answer stays on the screen until the next one is there, so that stepping, paging and searching do not flicker; `old`
 * says so. Where the next one could not be read, that is said and the last one is gone: it would pass for an answer to what was asked. So it
 * would of another account or business: `of` names what the answer is about.
 */
export function useKept<Value>(reading: Reading<Value>, of?: string | number): Reading<Value> & { old: boolean } {
  const last = useRef({ of, value: reading.value })
  const old = reading.value === undefined && reading.error === undefined
  if (!old || last.current.of !== of) last.current = { of, value: reading.value }
  return { ...reading, value: last.current.value, old }
}
