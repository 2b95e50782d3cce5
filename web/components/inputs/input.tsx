import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'

export interface InputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  size?: 'regular' | 'large'
  ref?: Ref<HTMLInputElement>
}

export function Input({ size = 'regular', className, ...rest }: InputProps): ReactNode {
  return (
    <input
      {...rest}
      className={classNames(
        'w-full min-w-0 rounded-field border border-line-strong bg-surface text-ink placeholder:font-normal',
        'aria-invalid:border-alarm-text aria-invalid:border-2',
        size === 'large' ? 'min-h-14 px-4 text-lead font-semibold placeholder:text-body' : 'min-h-12 px-3.5',
        className,
      )}
    />
  )
}
