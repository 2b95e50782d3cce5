import type { ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'

/** In a 32 by 32 view box. */
export const SEED_PATH =
  'M16 2.5c3.6 5 8.6 9.4 8.6 16.2A8.6 10.3 0 0 1 16 29.5a8.6 10.3 0 0 1-8.6-10.8C7.4 11.9 12.4 7.5 16 2.5Z'
const SHINE_PATH = 'M12.3 14.8c-1.2 2-1.7 3.8-1.5 5.9'

/** `outline`: for empty states and missing pages. */
export function SeedMark({ className, look = 'full' }: { className?: string; look?: 'full' | 'outline' }): ReactNode {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={classNames('block', className)}>
      <g transform="rotate(24 16 16)">
        {look === 'full' ? (
          <>
            <path d={SEED_PATH} className="fill-pomegranate" />
            <path d={SHINE_PATH} fill="none" stroke="#f6c9c0" strokeWidth="2.2" strokeLinecap="round" />
          </>
        ) : (
          <path d={SEED_PATH} fill="none" stroke="currentColor" strokeWidth="2" />
        )}
      </g>
    </svg>
  )
}
