import { useEffect, useRef, type ReactNode, type RefObject } from 'react'

/** What may be wider than its card: it scrolls sideways, by keyboard too, and lies in shadow at each side where there is more. */
export function SideScroll({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div ref={useMoreToTheSide()} className="side-shadows relative -mx-5 overflow-x-auto px-5 sm:-mx-6 sm:px-6" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}

/** Says on the element at which sides more is hidden, for the style: nothing is drawn anew while it scrolls. */
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
