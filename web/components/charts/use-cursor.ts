import { useState } from 'react'

export interface Cursor {
  /** Value of the chosen column. */
  chosen: number
  /** Value under the mouse, else the chosen one. */
  shown: number
  choose: (value: number) => void
  /** Undefined once the mouse has left. */
  point: (value: number | undefined) => void
}

/** The column of a chart whose numbers are shown; the mouse shows others in passing. */
export function useCursor(first: number): Cursor {
  const [chosen, choose] = useState(first)
  const [pointed, point] = useState<number>()
  return { chosen, shown: pointed ?? chosen, choose, point }
}
