import { useEffect, useRef, type ReactNode, type RefObject } from 'react'

/**
 * Scrolls sideways, with a shadow on each side that hides more. Focusable only while it scrolls: a useless stop is one
 * more Tab press for keyboard users.
 */
export function SideScroll({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div
      ref={useMoreToTheSide()}
      className="side-shadows relative -mx-5 overflow-x-auto px-5 sm:-mx-6 sm:px-6"
      role="group"
      aria-label={label}
    >
      {children}
    </div>
  )
}

/** Sets attributes for the style and the focus, so that scrolling renders nothing. */
function useMoreToTheSide(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const look = (): void => {
      const hidden = element.scrollWidth - element.clientWidth
      // Widths are rounded, and a zoomed page scrolls by fractions of a pixel.
      element.toggleAttribute('data-more-before', element.scrollLeft > 1)
      element.toggleAttribute('data-more-after', element.scrollLeft < hidden - 1)
      if (hidden > 1) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    }
    const sizes = new ResizeObserver(look)
    for (const each of [element, ...element.children]) sizes.observe(each)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  return ref
}
