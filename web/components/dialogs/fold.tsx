import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** What is looked at now and then: behind its title. `open`: it begins open. */
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
