import type { ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'

export interface FactLinesProps {
  facts: readonly (readonly [name: string, value: string])[]
  /** Less prominent. */
  soft?: boolean
}

/** One line per fact, for hashes and other long values. */
export function FactLines({ facts, soft = false }: FactLinesProps): ReactNode {
  return (
    <dl className={classNames('text-small', soft && 'text-ink-soft')}>
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap gap-x-2">
          <dt>{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
