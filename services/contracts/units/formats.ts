/**
 * Numbers, money, points and dates, by hand because Chromium's Intl has no Armenian. Armenian: 1 234 567 ֏, 12,5
 * միավոր, 5 հունվարի 2026; English: 1,234,567 AMD, 12.5 points, Jan 5, 2026. Times are Armenian (UTC+4 all year, H10),
 * wherever the reader is.
 */
import type { Language } from '../calls/account/session.ts'
import { formatTenths } from './tenths.ts'
import { yerevanDay } from './time.ts'
import { YEREVAN_OFFSET_MS } from './yerevan.ts'

const NBSP = '\u00a0'

const MONTHS: Record<Language, readonly string[]> = {
  am: [
    'հունվարի',
    'փետրվարի',
    'մարտի',
    'ապրիլի',
    'մայիսի',
    'հունիսի',
    'հուլիսի',
    'օգոստոսի',
    'սեպտեմբերի',
    'հոկտեմբերի',
    'նոյեմբերի',
    'դեկտեմբերի',
  ],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
}
const GROUP: Record<Language, string> = { am: NBSP, en: ',' }
const DECIMAL: Record<Language, string> = { am: ',', en: '.' }

/** 1 234 567 or 1,234,567. */
export function formatInteger(whole: number, language: Language): string {
  return localised(String(Math.trunc(whole)), language)
}

/** 1 249 ֏ or 1,249 AMD. */
export function formatAmd(amountAmd: number, language: Language): string {
  return formatInteger(amountAmd, language) + NBSP + (language === 'am' ? '֏' : 'AMD')
}

/** At most one decimal, no trailing zero (R134): 125 gives 12,5 or 12.5, 120 gives 12. */
export function formatPoints(pointsTenths: number, language: Language): string {
  return localised(formatTenths(pointsTenths), language)
}

/** '5 հունվարի 2026' or 'Jan 5, 2026', in Armenia. */
export function formatDay(at: Date, language: Language): string {
  const local = new Date(at.getTime() + YEREVAN_OFFSET_MS)
  const month = MONTHS[language][local.getUTCMonth()] ?? ''
  const [day, year] = [local.getUTCDate(), local.getUTCFullYear()]
  return language === 'am' ? `${day}${NBSP}${month} ${year}` : `${month}${NBSP}${day}, ${year}`
}

/** `day`: 'YYYY-MM-DD'. With its ending: until '2026 թ. հունվարի 5-ը', on '2026 թ. հունվարի 5-ին'. */
export function armenianDay(day: string, sense: 'until' | 'on'): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  // A word joiner keeps the ending on the line.
  return `${year}${NBSP}թ. ${MONTHS.am[month - 1]}${NBSP}${dayOfMonth}-\u2060${sense === 'until' ? 'ը' : 'ին'}`
}

/** After «մինչև» or "until". */
export function formatUntilDay(at: Date, language: Language): string {
  return language === 'am' ? armenianDay(yerevanDay(at), 'until') : formatDay(at, language)
}

/** '09:05', in Armenia. */
export function formatTime(at: Date): string {
  const local = new Date(at.getTime() + YEREVAN_OFFSET_MS)
  return [local.getUTCHours(), local.getUTCMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** '5 հունվարի 2026, 09:05', in Armenia. */
export function formatMoment(at: Date, language: Language): string {
  return `${formatDay(at, language)}, ${formatTime(at)}`
}

function localised(plain: string, language: Language): string {
  const [whole = '', decimal] = plain.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, GROUP[language])
  return decimal === undefined ? grouped : grouped + DECIMAL[language] + decimal
}
