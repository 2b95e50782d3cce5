import { useTranslation } from 'react-i18next'
import { useNow } from '#web/lib/device/use-now.ts'
import { clockAheadMs } from '#web/lib/outbox/server-clock.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

/** A coarser moment, so that few renders differ. */
const STEP_MS = 10_000
const MINUTE_MS = 60_000
const MINUTES_OF_HOUR = 60
const MINUTES_OF_DAY = 24 * 60

/** Times as people say them. By our own words, because Chromium's Intl has no Armenian. */
export function useTimeAgo(): (at: Date) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const step = useNow((now) => Math.floor((now.getTime() - clockAheadMs()) / STEP_MS))
  return (at) => {
    const minutes = Math.floor((step * STEP_MS - at.getTime()) / MINUTE_MS)
    if (minutes < 1) return t('timeAgo.now')
    if (minutes < MINUTES_OF_HOUR) return t('timeAgo.minutes', { count: minutes })
    if (minutes < MINUTES_OF_DAY) return t('timeAgo.hours', { count: Math.floor(minutes / MINUTES_OF_HOUR) })
    return format.moment(at)
  }
}
