import type { ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'
import { SeedMark } from './seed-mark.tsx'

const MOST_SEEDS = 10
const DELAYS = [
  '',
  '[animation-delay:60ms]',
  '[animation-delay:120ms]',
  '[animation-delay:180ms]',
  '[animation-delay:240ms]',
  '[animation-delay:300ms]',
  '[animation-delay:360ms]',
  '[animation-delay:420ms]',
  '[animation-delay:480ms]',
  '[animation-delay:540ms]',
]

/** One seed per point; still for reduced motion. */
export function SeedsCelebration({ pointsTenths }: { pointsTenths: number }): ReactNode {
  const seeds = Math.min(MOST_SEEDS, Math.max(1, Math.floor(pointsTenths / 10)))
  return (
    <span aria-hidden className="flex flex-wrap items-center gap-0.5">
      {Array.from({ length: seeds }, (_, index) => (
        <SeedMark key={index} className={classNames('size-5 animate-settle', DELAYS[index])} />
      ))}
    </span>
  )
}
