import type { Language } from '#contracts/calls/account/session.ts'

const NBSP = '\u00a0'
const MONTHS: Record<Language, readonly string[]> = {
  am: ['հնվ', 'փտվ', 'մրտ', 'ապր', 'մյս', 'հնս', 'հլս', 'օգս', 'սեպ', 'հոկ', 'նոյ', 'դեկ'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
}

/** '5 նոյ' or 'Nov 5', for axes where a whole date does not fit. `day`: 'YYYY-MM-DD'. */
export function shortDay(day: string, language: Language): string {
  const [, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  const name = MONTHS[language][month - 1] ?? ''
  return language === 'am' ? `${dayOfMonth}${NBSP}${name}` : `${name}${NBSP}${dayOfMonth}`
}
