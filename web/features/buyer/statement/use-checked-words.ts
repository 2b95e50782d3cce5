import { useTranslation } from 'react-i18next'
import { armenianDay, formatDay, formatTime } from '#contracts/units/formats.ts'
import { DAY_MS, yerevanDay } from '#contracts/units/time.ts'
import { useNow } from '#web/lib/device/use-now.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'

/** When an account was last compared with the ledger, as people say it: "Checked today at 14:02". Null: not yet. */
export function useCheckedWords(): (lastCheckedAt: string | null) => string {
  const { t } = useTranslation()
  const language = useLanguage()
  const today = useNow(yerevanDay)
  const yesterday = useNow((now) => yerevanDay(new Date(now.getTime() - DAY_MS)))
  return (lastCheckedAt) => {
    if (lastCheckedAt === null) return t('statement.notChecked')
    const at = new Date(lastCheckedAt)
    const [day, time] = [yerevanDay(at), formatTime(at)]
    if (day === today) return t('statement.checkedToday', { time })
    if (day === yesterday) return t('statement.checkedYesterday', { time })
    return t('statement.checkedOn', { time, day: language === 'am' ? armenianDay(day, 'on') : formatDay(at, language) })
  }
}
