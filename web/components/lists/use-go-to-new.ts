import { useEffect, useRef, useState, type RefObject } from 'react'

export interface GoToNew<List extends HTMLElement> {
  /** Its children are the lines. */
  list: RefObject<List | null>
  /** Call before reading more; call the result afterwards to focus the first new line. */
  fromLast: () => () => void
  /** The same before a refresh; focuses the first line. */
  toFirst: () => () => void
}

/**
 * "More" comes after the new lines, and disappears with the last: the focus would be behind them, or lost. Someone who
 * has moved on keeps the focus.
 */
export function useGoToNew<List extends HTMLElement>(): GoToNew<List> {
  const list = useRef<List>(null)
  const [wanted, setWanted] = useState<{ after: Element | null }>()

  // After the new lines have rendered.
  useEffect(() => {
    if (!wanted || !list.current) return
    const { firstElementChild, lastElementChild } = list.current
    const line = wanted.after?.isConnected ? (wanted.after.nextElementSibling ?? lastElementChild) : firstElementChild
    if (!(line instanceof HTMLElement)) return
    line.tabIndex = -1
    line.focus()
  }, [wanted])

  function goBehind(after: Element | null): () => void {
    const pressed = document.activeElement
    return () => {
      if (document.activeElement === pressed || document.activeElement === document.body) setWanted({ after })
    }
  }

  return { list, fromLast: () => goBehind(list.current?.lastElementChild ?? null), toFirst: () => goBehind(null) }
}
