import { useId, type ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'

export interface CardProps {
  /** The heading; a card with one is a region that can be jumped to. */
  title?: string
  /** Stands at the heading's end. */
  aside?: ReactNode
  /** The aside is as small as an icon: it stands beside a heading of several lines instead of under it. */
  asideStays?: boolean
  level?: 'h1' | 'h2' | 'h3'
  /** One of a list, of which several may be called the same: something to read, and no region that can be jumped to. */
  listed?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A calm surface on the stone. */
export function Card({
  title,
  aside,
  asideStays = false,
  level: Heading = 'h2',
  listed = false,
  className,
  children,
}: CardProps): ReactNode {
  const id = useId()
  const Surface = listed ? 'article' : 'section'
  return (
    <Surface
      aria-labelledby={title ? id : undefined}
      className={classNames('rounded-card border border-line bg-surface p-5 sm:p-6', className)}
    >
      {title && (
        <header
          className={classNames('mb-3 flex items-center justify-between gap-x-4 gap-y-2', !asideStays && 'flex-wrap')}
        >
          <Heading id={id} className="text-lead font-bold">
            {title}
          </Heading>
          {aside}
        </header>
      )}
      <span className="contents">{children}</span>
    </Surface>
  )
}
