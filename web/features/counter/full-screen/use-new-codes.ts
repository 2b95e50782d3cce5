import { useRef } from 'react'

/** A code out of the picture for this long (ms) is a new one when it returns. */
const GONE_AFTER_MS = 2_000

/** Passes on each code once, although an open camera reports it with every picture. */
export function useNewCodes(onCode: (text: string) => void): (text: string, seenAtMs?: number) => void {
  const last = useRef({ text: '', seenAtMs: 0 })
  return (text, seenAtMs = Date.now()) => {
    const isNew = text !== last.current.text || seenAtMs - last.current.seenAtMs > GONE_AFTER_MS
    last.current = { text, seenAtMs }
    if (isNew) onCode(text)
  }
}
