import { useEffect, useRef, useState, type ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'

const DELAY_MS = 700

export interface TooltipProps {
  /** Repeats the control's accessible name. */
  text: string
  /** The side it grows to. */
  side?: 'above' | 'below'
  align?: 'start' | 'end'
  children: ReactNode
}

/**
 * Appears after 700 ms of hover or focus (R228). Escape hides it wherever the focus is, and hovering it keeps it, as a
 * magnifier needs (WCAG 1.4.13).
 */
export function Tooltip({ text, side = 'below', align = 'end', children }: TooltipProps): ReactNode {
  const [shown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const later = (): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(true), DELAY_MS)
  }
  const away = (): void => {
    clearTimeout(timer.current)
    setShown(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    if (!shown) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setShown(false)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [shown])

  return (
    <span
      className="relative inline-flex"
      onPointerEnter={(event) => event.pointerType === 'mouse' && later()}
      onPointerLeave={away}
      onPointerDown={away}
      onFocus={(event) => event.target.matches(':focus-visible') && later()}
      onBlur={away}
      onKeyDown={(event) => event.key === 'Escape' && away()}
    >
      <span className="contents">{children}</span>
      {shown && (
        <span
          role="tooltip"
          aria-hidden
          // Reaches the control, so that the pointer can move over without leaving.
          className={classNames(
            'absolute z-30 w-max max-w-60 animate-appear',
            side === 'below' ? 'top-full pt-1.5' : 'bottom-full pb-1.5',
            align === 'end' ? 'right-0' : 'left-0',
          )}
        >
          <span className="block rounded-small bg-ink px-2.5 py-1.5 text-small font-medium text-tuff">{text}</span>
        </span>
      )}
    </span>
  )
}
