import { useEffect, useRef, useState, type RefObject } from 'react'

export interface GoToNew<List extends HTMLElement> {
  /** Of the list whose children are its lines. */
  list: RefObject<List | null>
  /** Call it before more is read, and what it returns once it is there: the reader is taken to the first line that came. */
  fromLast: () => () => void
  /** The same before the list is read anew: the reader is taken to where it begins. */
  toFirst: () => () => void
}

/**
 * "More" stands behind the lines that it brings, and is gone with the last of them: without this the focus would be behind what was asked for, or
 * nowhere. Whoever has gone elsewhere meanwhile is left there.
 */
export function useGoToNew<List extends HTMLElement>(): GoToNew<List> {
  const list = useRef<List>(null)
  const [wanted, setWanted] = useState<{ after: Element | null }>()

  // After the new lines are drawn.
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
