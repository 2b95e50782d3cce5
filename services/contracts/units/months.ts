/** Standing alone; in a date Armenian uses another ending (formats.ts). */
import type { Language } from '../calls/account/session.ts'

const NAMES: Record<Language, readonly string[]> = {
  am: [
    'Հունվար',
    'Փետրվար',
    'Մարտ',
    'Ապրիլ',
    'Մայիս',
    'Հունիս',
    'Հուլիս',
    'Օգոստոս',
    'Սեպտեմբեր',
    'Հոկտեմբեր',
    'Նոյեմբեր',
    'Դեկտեմբեր',
  ],
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
}

/** `month`: 'YYYY-MM'. 'Հունվար 2026' or 'January 2026'. */
export function formatMonth(month: string, language: Language): string {
  const [year = '', number = ''] = month.split('-')
  return `${NAMES[language][Number(number) - 1] ?? number} ${year}`
}
