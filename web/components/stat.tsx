import type { ReactNode } from 'react'

/** One figure and what it counts. */
export function Stat({ label, value }: { label: string; value: ReactNode }): ReactNode {
  return (
    <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card border border-line bg-surface px-5 py-4 sm:px-6">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="text-title font-bold whitespace-nowrap">{value}</dd>
    </div>
  )
}
