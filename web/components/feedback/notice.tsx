import { useEffect, useState, type ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'

export type NoticeTone = 'calm' | 'good' | 'alarm'

export interface NoticeProps {
  tone?: NoticeTone
  icon: ReactNode
  title: string
  children?: ReactNode
  /** Stands below the text. */
  action?: ReactNode
}

const TONES: Record<NoticeTone, string> = { calm: 'bg-apricot-soft', good: 'bg-leaf-soft', alarm: 'bg-alarm-soft' }
const MARKS: Record<NoticeTone, string> = {
  calm: 'text-apricot-text',
  good: 'text-leaf-text',
  alarm: 'text-alarm-text',
}

/** Browsers tell screen readers what has changed in bundles: sooner, the region and its words would be in one. */
const HEARD_AFTER_MS = 100

/**
 * Something that stays on the page until it no longer matters; read out when it appears. Its words appear to screen readers a moment after it: what
 * comes together with its region is read to nobody, an alarm apart.
 */
export function Notice({ tone = 'calm', icon, title, children, action }: NoticeProps): ReactNode {
  const [isThere, setThere] = useState(tone === 'alarm')
  useEffect(() => {
    const timer = setTimeout(setThere, HEARD_AFTER_MS, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div
      role={tone === 'alarm' ? 'alert' : 'status'}
      className={classNames('flex items-start gap-3 rounded-field px-4 py-3.5', TONES[tone])}
    >
      <span aria-hidden className={classNames('mt-0.5 shrink-0', MARKS[tone])}>
        {icon}
      </span>
      <div
        className={classNames('flex min-w-0 flex-1 flex-col items-start gap-1 wrap-anywhere', !isThere && 'invisible')}
      >
        <p className="font-semibold">{title}</p>
        {Boolean(children) && <div>{children}</div>}
        {Boolean(action) && <div className="mt-2">{action}</div>}
      </div>
    </div>
  )
}
