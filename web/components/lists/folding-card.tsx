import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'

/** A card that is closed on a phone until its heading is pressed, and always open elsewhere and on paper. */
export function FoldingCard({
  title,
  aside,
  asideFolds = false,
  children,
}: {
  title: string
  aside?: ReactNode
  /** Else the aside stays while closed. */
  asideFolds?: boolean
  children: ReactNode
}): ReactNode {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const folded = !isOpen && 'max-sm:not-print:hidden'
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-lead font-bold">
          <span className="max-sm:hidden">{title}</span>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-part`}
            className="flex min-h-11 items-center gap-1.5 rounded-small text-left sm:hidden"
            onClick={() => setOpen(!isOpen)}
          >
            <span>{title}</span>
            <ChevronDown
              aria-hidden
              className={classNames('size-5 shrink-0 text-ink-soft transition-transform', isOpen && 'rotate-180')}
            />
          </button>
        </h2>
        {aside !== undefined && (
          <div className={asideFolds ? classNames('max-sm:w-full', folded) : undefined}>{aside}</div>
        )}
      </header>
      <div id={`${id}-part`} className={classNames('mt-3', folded)}>
        {children}
      </div>
    </section>
  )
}
