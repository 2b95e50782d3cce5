import { useEffect, useRef, type RefObject } from 'react'

/** Keeps focused elements out from under a sticky header (WCAG 2.4.11), on screens where it is sticky. */
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
