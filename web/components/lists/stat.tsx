import type { ReactNode } from 'react'

/** The label is beside the figure, or above it in a narrow card, whatever its length. */
export function Stat({ label, value }: { label: string; value: ReactNode }): ReactNode {
  return (
    <div className="@container flex min-w-0 flex-wrap content-between items-center justify-between gap-x-4 gap-y-1 rounded-card border border-line bg-surface px-5 py-4 sm:px-6">
      <dt className="text-ink-soft @max-[15rem]:w-full">{label}</dt>
      <dd className="text-title font-bold whitespace-nowrap">{value}</dd>
    </div>
  )
}
