import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** `open`: initial state. */
export function Fold({
  title,
  open = false,
  children,
}: {
  title: string
  open?: boolean
  children: ReactNode
}): ReactNode {
  return (
    <details open={open || undefined} className="group">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-small font-medium">
        <span>{title}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-soft transition-transform group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}
