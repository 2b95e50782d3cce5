import { useEffect, useRef, type RefObject } from 'react'

/**
 * For what stays at the top of the screen while the page scrolls under it: whatever the keyboard comes to is brought into view below it, and not
 * behind it (WCAG 2.4.11). Only for as long as it does stay there, which depends on the screen.
 */
export function useRoomBelow<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const ref = useRef<Kind>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const { style } = document.documentElement
    const sizes = new ResizeObserver(() => {
      style.scrollPaddingTop = getComputedStyle(element).position === 'sticky' ? `${element.offsetHeight}px` : ''
    })
    sizes.observe(element)
    return () => {
      sizes.disconnect()
      style.scrollPaddingTop = ''
    }
  }, [])
  return ref
}
