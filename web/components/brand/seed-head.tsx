import type { ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'
import { SEED_PATH } from './seed-mark.tsx'

const GOLDEN_ANGLE = 137.50776
const TONES = [
  'fill-pomegranate',
  'fill-pomegranate',
  'fill-pomegranate-deep',
  'fill-pomegranate',
  'fill-pomegranate-deep',
]

/** Seeds in a plant's packing: each a golden angle further and a little further out. */
export function SeedHead({ seeds = 89, className }: { seeds?: number; className?: string }): ReactNode {
  const places = Array.from({ length: seeds }, (_, index) => {
    const angle = index * GOLDEN_ANGLE
    const radius = 19 * Math.sqrt(index + 0.4)
    const [x, y] = [Math.cos((angle * Math.PI) / 180) * radius, Math.sin((angle * Math.PI) / 180) * radius]
    const size = 0.8 + 0.42 * (index / seeds)
    return {
      index,
      transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${(angle + 90).toFixed(2)}) scale(${size.toFixed(3)}) translate(-16 -16)`,
    }
  })
  return (
    <svg viewBox="-204 -204 408 408" aria-hidden className={classNames('block', className)}>
      {places.map(({ index, transform }) => (
        <path key={index} d={SEED_PATH} transform={transform} className={TONES[index % TONES.length]} />
      ))}
    </svg>
  )
}
