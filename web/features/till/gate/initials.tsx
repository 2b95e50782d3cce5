import type { ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'

/** The first letters of the first two words. */
export function Initials({ name, className }: { name: string; className: string }): ReactNode {
  const letters = name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase() ?? '')
    .join('')
  return (
    <span
      aria-hidden
      translate="no"
      className={classNames(
        'grid shrink-0 place-content-center rounded-full bg-pomegranate-soft font-bold text-pomegranate-text',
        className,
      )}
    >
      {letters}
    </span>
  )
}
