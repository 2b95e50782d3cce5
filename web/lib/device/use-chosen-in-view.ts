import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * For a row of links that scrolls sideways, or a column that scrolls: it begins where the link of this page is seen, and again when `changed` does, as when the links have
 * become wider. The row has to be positioned.
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
