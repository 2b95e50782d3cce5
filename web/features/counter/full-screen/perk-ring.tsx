import type { ReactNode } from 'react'
import { SEED_PATH } from '#web/components/brand/seed-mark.tsx'
import { classNames } from '#web/lib/device/class-names.ts'

const SEEDS = 24
const DELAYS = [
  '',
  '[animation-delay:80ms]',
  '[animation-delay:160ms]',
  '[animation-delay:240ms]',
  '[animation-delay:320ms]',
  '[animation-delay:400ms]',
]

export interface PerkRingProps {
  /** From 0 to 1: how much of the next perk the balance covers. */
  share: number
  /** The share before the award; seeds from there on fall into their places. */
  before?: number
  children: ReactNode
}

/** A ring of seeds around the balance. */
export function PerkRing({ share, before = share, children }: PerkRingProps): ReactNode {
  const [full, was] = [Math.floor(share * SEEDS), Math.floor(before * SEEDS)]
  return (
    <div className="relative grid size-32 shrink-0 place-items-center sm:size-36">
      <svg viewBox="-100 -100 200 200" aria-hidden className="absolute inset-0 overflow-visible">
        {Array.from({ length: SEEDS }, (_, index) => (
          <g key={index} transform={`rotate(${(index * 360) / SEEDS}) translate(0 -86) scale(0.62) translate(-16 -16)`}>
            <path
              d={SEED_PATH}
              className={classNames(
                index < full ? 'fill-pomegranate' : 'fill-tuff-deep',
                index >= was && index < full && 'animate-settle origin-center [transform-box:fill-box]',
                index >= was && index < full && DELAYS[(index - was) % DELAYS.length],
              )}
            />
          </g>
        ))}
      </svg>
      <div className="relative text-center">{children}</div>
    </div>
  )
}
