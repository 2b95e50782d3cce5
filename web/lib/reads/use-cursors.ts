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

/**
 * The way through a list that is paged by key: forward by the cursor that each page gives, back by those that were used. A cursor belongs to
 * the question whose page gave it: another `question`, also one that came by the browser's Back, begins with its first page.
 */
export function useCursors(question = ''): Cursors {
  const [used, setUsed] = useState<{ question: string; cursors: readonly string[] }>({ question, cursors: [] })
  return cursorsBy(used.question === question ? used.cursors : [], (cursors) => setUsed({ question, cursors }))
}

/** `now`: the cursors that led to the page on screen; `set`: another way is gone. */
export function cursorsBy(now: readonly string[], set: (cursors: readonly string[]) => void): Cursors {
  return {
    cursor: now.at(-1),
    index: now.length,
    turnBack: () => set(now.slice(0, -1)),
    turnTo: (next) => set([...now, next]),
    restart: () => set([]),
  }
}
