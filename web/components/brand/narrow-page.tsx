import { useEffect, useRef, type ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'
import { SeedMark } from './seed-mark.tsx'

export interface NarrowPageProps {
  title: string
  description?: string
  /** The seed breathes while something is on its way. */
  busy?: boolean
  /** This took the place of something on the same page: the heading gets the focus, so that it is read out. */
  announced?: boolean
  /** Below the card. */
  after?: ReactNode
  children?: ReactNode
}

/** A page about one small thing: a card in the middle, with the seed and a heading. */
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
