import { ChevronDown } from 'lucide-react'
import type { ReactNode, Ref, SelectHTMLAttributes } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  ref?: Ref<HTMLSelectElement>
}

/** Native, so that a phone shows its own wheel. */
export function Select({ className, children, ...rest }: SelectProps): ReactNode {
  return (
    <div className="relative">
      <select
        {...rest}
        className={classNames(
          'min-h-12 w-full min-w-0 appearance-none truncate rounded-field border border-line-strong bg-surface pl-3.5 pr-11 text-ink',
          'aria-invalid:border-alarm-text aria-invalid:border-2',
          className,
        )}
      >
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-3.5 top-3.5 size-5 text-ink-soft" />
    </div>
  )
}
