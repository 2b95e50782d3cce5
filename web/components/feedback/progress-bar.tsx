import type { ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'

export interface ProgressBarProps {
  /** From 0; above 1 shows as full (R62). */
  share: number
  /** Accessible name. */
  label: string
  /** Accessible value, e.g. '12 of 50'. */
  text: string
  tone?: 'calm' | 'warning' | 'full'
}

const TONES = { calm: 'fill-leaf', warning: 'fill-apricot', full: 'fill-pomegranate' }

/** An SVG, because the page forbids inline styles. */
export function ProgressBar({ share, label, text, tone = 'calm' }: ProgressBarProps): ReactNode {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
    >
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        aria-hidden
        className="block h-2 w-full overflow-hidden rounded-full"
      >
        <rect width="100" height="4" className="fill-line" />
        <rect width={percent} height="4" className={classNames(TONES[tone], 'transition-[width] duration-500')} />
      </svg>
    </div>
  )
}
