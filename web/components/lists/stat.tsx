import type { ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'

/** The label is beside the figure, or above it in a narrow card, whatever its length. */
export function Stat({
  label,
  value,
  note,
}: {
  label: string
  value: ReactNode
  /** Marks the card, and says why. */
  note?: string | undefined
}): ReactNode {
  return (
    <div
      className={classNames(
        '@container flex min-w-0 flex-wrap content-between items-center justify-between gap-x-4 gap-y-1 rounded-card border px-5 py-4 sm:px-6',
        note === undefined ? 'border-line bg-surface' : 'border-apricot-text bg-apricot-soft',
      )}
    >
      <dt className="text-ink-soft @max-[15rem]:w-full">{label}</dt>
      <dd className="text-title font-bold whitespace-nowrap">{value}</dd>
      {note !== undefined && <dd className="w-full text-small font-medium wrap-anywhere">{note}</dd>}
    </div>
  )
}
