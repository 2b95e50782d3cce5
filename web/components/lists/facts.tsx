import type { ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'

/** In two columns, unless `narrow`. */
export function Facts({
  facts,
  narrow = false,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[]
  narrow?: boolean
}): ReactNode {
  return (
    <dl className={classNames('grid gap-x-6 gap-y-2', !narrow && 'sm:grid-cols-2')}>
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-small text-ink-soft">{name}</dt>
          <dd className="font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
