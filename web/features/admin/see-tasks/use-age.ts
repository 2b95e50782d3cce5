import { useTranslation } from 'react-i18next'

const MINUTE_MS = 60_000
const MINUTES_OF_HOUR = 60
const MINUTES_OF_DAY = 24 * 60

/** Whole minutes, hours or days, rounded down. In our own words, because Chromium's Intl has no Armenian. */
export function useAge(): (since: Date, at: Date) => string {
  const { t } = useTranslation()
  return (since, at) => {
    const minutes = Math.floor((at.getTime() - since.getTime()) / MINUTE_MS)
    if (minutes < 1) return t('adminTasks.age.now')
    if (minutes < MINUTES_OF_HOUR) return t('adminTasks.age.minutes', { count: minutes })
    if (minutes < MINUTES_OF_DAY) return t('adminTasks.age.hours', { count: Math.floor(minutes / MINUTES_OF_HOUR) })
    return t('adminTasks.age.days', { count: Math.floor(minutes / MINUTES_OF_DAY) })
  }
}
