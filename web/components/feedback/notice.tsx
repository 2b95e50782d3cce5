import { useEffect, useState, type ReactNode } from 'react'
import { classNames } from '#web/lib/device/class-names.ts'

export type NoticeTone = 'calm' | 'good' | 'alarm'

export interface NoticeProps {
  tone?: NoticeTone
  icon: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}

const TONES: Record<NoticeTone, string> = { calm: 'bg-apricot-soft', good: 'bg-leaf-soft', alarm: 'bg-alarm-soft' }
const MARKS: Record<NoticeTone, string> = {
  calm: 'text-apricot-text',
  good: 'text-leaf-text',
  alarm: 'text-alarm-text',
}

/** Browsers batch live region changes: sooner (ms), the region and its text would be one change. */
const HEARD_AFTER_MS = 100

/**
 * A lasting message, read out when it appears. The text is inserted after the live region mounts; otherwise screen
 * readers skip it (alerts excepted).
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
