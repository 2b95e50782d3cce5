import { useId, type ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'

export interface CardProps {
  /** A titled card is a landmark region. */
  title?: string
  aside?: ReactNode
  /** For a small aside: beside a heading of several lines instead of below it. */
  asideStays?: boolean
  level?: 'h1' | 'h2' | 'h3'
  /** One of a list, possibly with equal titles: an article instead of a region. */
  listed?: boolean
  className?: string | undefined
  children: ReactNode
}

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
