import { useTranslation } from 'react-i18next'

/** When a till locks by itself, from its setting in seconds. */
export function useLockWords(): (seconds: number) => string {
  const { t } = useTranslation()
  return (seconds) => {
    if (seconds === 0) return t('peopleAndTills.afterEachAct')
    return seconds % 60 === 0
      ? t('peopleAndTills.afterMinutes', { count: seconds / 60 })
      : t('peopleAndTills.afterSeconds', { count: seconds })
  }
}
