import type { ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'

/** A line of a chart's legend. `className`: the look of its bars. */
export function ChartKey({ className, children }: { className: string; children: ReactNode }): ReactNode {
  return (
    <span className="flex items-center gap-2">
      <span
        aria-hidden
        className={classNames('size-3 forced-color-adjust-none [print-color-adjust:exact] rounded-small', className)}
      />
      <span>{children}</span>
    </span>
  )
}
