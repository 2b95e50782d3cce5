import type { ReactNode } from 'react'

/** A share of a circle, decoration beside its words. `share` is from 0 to 1. */
export function ProgressRing({ share, children }: { share: number; children: ReactNode }): ReactNode {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <div aria-hidden className="relative grid size-24 shrink-0 place-items-center">
      <svg viewBox="0 0 96 96" className="absolute inset-0 size-full -rotate-90">
        <circle cx="48" cy="48" r="42" fill="none" strokeWidth="10" className="stroke-line" />
        {percent > 0 && (
          <circle
            cx="48"
            cy="48"
            r="42"
            fill="none"
            strokeWidth="10"
            strokeLinecap="round"
            pathLength="100"
            strokeDasharray={`${percent} 100`}
            className="stroke-leaf transition-[stroke-dasharray] duration-500"
          />
        )}
      </svg>
      <span className="relative">{children}</span>
    </div>
  )
}
