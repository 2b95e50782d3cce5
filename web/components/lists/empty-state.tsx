import type { ReactNode } from 'react'
import { SeedMark } from '#web/components/brand/seed-mark.tsx'

/** `way`: a link to the page that fills the list. */
export function EmptyState({
  title,
  way,
  children,
}: {
  title: string
  way?: ReactNode
  children: ReactNode
}): ReactNode {
  return (
    <div className="flex items-start gap-4 rounded-field bg-tuff px-4 py-4">
      <SeedMark look="outline" className="mt-0.5 size-7 shrink-0 text-ink-soft" />
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-ink-soft">{children}</p>
        {way}
      </div>
    </div>
  )
}
