import { LoaderCircle } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'alarm'
export type ButtonSize = 'regular' | 'large' | 'icon'

const BASE =
  'inline-flex items-center justify-center gap-2.5 rounded-field font-semibold text-center transition-colors to-press ' +
  'disabled:opacity-55 aria-disabled:opacity-55'
const LOOKS: Record<ButtonLook, string> = {
  primary: 'bg-pomegranate text-on-pomegranate hover:bg-pomegranate-deep',
  secondary: 'bg-surface text-ink border border-line-strong hover:bg-tuff-deep',
  quiet: 'text-ink hover:bg-tuff-deep',
  alarm: 'bg-surface text-alarm-text border border-current hover:bg-alarm-soft',
}
const SIZES: Record<ButtonSize, string> = {
  regular: 'min-h-11 px-4 py-2',
  large: 'min-h-14 px-6 py-2.5 text-lead',
  icon: 'size-11 shrink-0',
}

/** Classes for links that look like buttons. */
export function buttonLook(look: ButtonLook = 'primary', size: ButtonSize = 'regular', more?: string): string {
  return classNames(BASE, LOOKS[look], SIZES[size], more)
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook
  size?: ButtonSize
  /** Ignores presses, but keeps the focus. */
  busy?: boolean
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  look = 'primary',
  size = 'regular',
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      {...rest}
      className={buttonLook(look, size, className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <LoaderCircle aria-hidden className="size-5 animate-spin" />}
      {!(busy && size === 'icon') && <span className="contents">{children}</span>}
    </button>
  )
}
