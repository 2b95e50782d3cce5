import { useEffect, useRef, type ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'
import { SeedMark } from './seed-mark.tsx'

export interface NarrowPageProps {
  title: string
  description?: string
  /** Animates the seed, e.g. while loading. */
  busy?: boolean
  /** Replaces something on the same page, so the heading gets the focus and is read out. */
  announced?: boolean
  after?: ReactNode
  children?: ReactNode
}

export function NarrowPage({
  title,
  description,
  busy = false,
  announced = false,
  after,
  children,
}: NarrowPageProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (announced) heading.current?.focus()
  }, [announced, title])
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center px-4 py-8">
      <div className="rounded-card border border-line bg-surface p-6 sm:p-8">
        <SeedMark className={classNames('mb-4 size-10', busy && 'animate-breathe')} />
        <h1 ref={heading} tabIndex={-1} className="text-title font-bold outline-none">
          {title}
        </h1>
        {description && <p className="mt-1 text-ink-soft wrap-anywhere">{description}</p>}
        <div className="not-empty:mt-6">{children}</div>
      </div>
      {after}
    </div>
  )
}
