import { useEffect, useRef, type ReactNode, type RefObject } from 'react'

/**
 * What may be wider than its card: it scrolls sideways, and lies in shadow at each side where there is more. Where it does scroll the keyboard can
 * stop at it, and nowhere else: a stop at which nothing can be done is one more press of Tab for who has no other way.
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

/** Says on the element at which sides more is hidden, for the style and the keyboard: nothing is drawn anew while it scrolls. */
function useMoreToTheSide(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const look = (): void => {
      const hidden = element.scrollWidth - element.clientWidth
      // Widths are rounded, and a zoomed page stops at parts of a pixel.
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
