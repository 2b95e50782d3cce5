import type { ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'
import { initialsOf } from '#web/lib/words/initials-of.ts'
import { SeedMark } from './seed-mark.tsx'

/** Tokens `face-0` to `face-7` (theme.css). */
const FACES = 8

/** A name's initials on a colour of its own: the same name always gets the same one. Decoration beside the name. */
export function Monogram({ name, className }: { name: string; className: string }): ReactNode {
  const letters = initialsOf(name)
  const look = classNames('flex items-center justify-center overflow-hidden', className)
  if (letters === '') {
    return (
      <span data-fallback aria-hidden className={classNames('bg-tuff-deep text-ink-soft', look)}>
        <SeedMark look="outline" className="size-1/2" />
      </span>
    )
  }
  return (
    <span data-fallback aria-hidden translate="no" className={classNames(`bg-face-${faceOf(name)}`, look)}>
      {/* Drawn, so that the letters grow with the box. */}
      <svg viewBox="0 0 40 40" className="size-full fill-white font-bold forced-colors:fill-current">
        <text x="20" y="25.8" fontSize="16" textAnchor="middle">
          {letters}
        </text>
      </svg>
    </span>
  )
}

const faceOf = (name: string): number =>
  Array.from(name).reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 99_991, 0) % FACES
