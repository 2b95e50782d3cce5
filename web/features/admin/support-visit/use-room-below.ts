import { useEffect, useRef, type RefObject } from 'react'

/**
 * Keeps focused elements out from under a sticky header (WCAG 2.4.11) and what stays below it. Its height is the
 * property `--visit-banner`.
 */
export function useRoomBelow<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const ref = useRef<Kind>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const { style } = document.documentElement
    const sizes = new ResizeObserver(() => {
      style.setProperty('--visit-banner', `${element.offsetHeight}px`)
      style.scrollPaddingTop = 'calc(var(--visit-banner) + var(--step-bar, 0px))'
    })
    sizes.observe(element)
    return () => {
      sizes.disconnect()
      style.removeProperty('--visit-banner')
      style.scrollPaddingTop = ''
    }
  }, [])
  return ref
}
