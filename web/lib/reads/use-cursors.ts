import { useState } from 'react'

export interface Cursors {
  /** Start of the page on screen; undefined on the first. */
  cursor: string | undefined
  /** From 0. */
  index: number
  turnBack: () => void
  turnTo: (next: string) => void
  restart: () => void
}

/**
 * Pages through a keyset-paged list: forward by each page's cursor, back by those used. A new `question`, also one
 * from the browser's Back, starts at its first page.
 */
export function useCursors(question = ''): Cursors {
  const [used, setUsed] = useState<{ question: string; cursors: readonly string[] }>({ question, cursors: [] })
  return cursorsBy(used.question === question ? used.cursors : [], (cursors) => setUsed({ question, cursors }))
}

/** `now`: the cursors that led to the page on screen. */
export function cursorsBy(now: readonly string[], set: (cursors: readonly string[]) => void): Cursors {
  return {
    cursor: now.at(-1),
    index: now.length,
    turnBack: () => set(now.slice(0, -1)),
    turnTo: (next) => set([...now, next]),
    restart: () => set([]),
  }
}
