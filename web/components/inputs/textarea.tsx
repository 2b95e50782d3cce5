import type { ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'

export interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>
}

export function Textarea({ className, ...rest }: TextareaProps): ReactNode {
  return (
    <textarea
      rows={4}
      {...rest}
      className={classNames(
        'w-full min-w-0 rounded-field border border-line-strong bg-surface px-3.5 py-2.5 text-ink field-sizing-content min-h-28 max-h-96',
        'aria-invalid:border-alarm-text aria-invalid:border-2',
        className,
      )}
    />
  )
}
