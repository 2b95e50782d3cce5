import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Scrolls a row or column of links to the current page's link, at first and when `changed` changes. The row has to be
 * positioned.
 */
export function useChosenInView(changed?: unknown): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (!row.current || !chosen) return
    row.current.scrollLeft = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2
    row.current.scrollTop = chosen.offsetTop - (row.current.clientHeight - chosen.offsetHeight) / 2
  }, [changed])
  return row
}
