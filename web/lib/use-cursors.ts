import { useState } from 'react'

export interface Cursors {
  /** Where the page on screen begins; undefined is the first. */
  cursor: string | undefined
  /** From 0. */
  index: number
  turnBack: () => void
  turnTo: (next: string) => void
  restart: () => void
}

/** The way through a list that is paged by key: forward by the cursor that each page gives, back by those that were used. */
export function useCursors(): Cursors {
  const [used, setUsed] = useState<readonly string[]>([])
  return {
    cursor: used.at(-1),
    index: used.length,
    turnBack: () => setUsed((before) => before.slice(0, -1)),
    turnTo: (next) => setUsed((before) => [...before, next]),
    restart: () => setUsed([]),
  }
}
