import type { ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'

export type BadgeTone = 'neutral' | 'leaf' | 'apricot' | 'pomegranate'
const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-tuff-deep text-ink',
  leaf: 'bg-leaf-soft text-leaf-text',
  apricot: 'bg-apricot-soft text-apricot-text',
  pomegranate: 'bg-pomegranate-soft text-pomegranate-text',
}

export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: BadgeTone
  icon?: ReactNode
  children: ReactNode
}): ReactNode {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-small font-semibold',
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </span>
  )
}
