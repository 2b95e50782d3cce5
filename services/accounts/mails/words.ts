import { armenianDay } from '#contracts/units/formats.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { ARMENIAN } from './armenian.ts'
import { ENGLISH } from './english.ts'
import type { MailTemplate, Writer } from './templates.ts'

export const MAIL_WORDS: Record<Language, Record<MailTemplate, Writer>> = { am: ARMENIAN, en: ENGLISH }

export const GREETINGS: Record<Language, (firstName: string) => string> = {
  am: (firstName) => (firstName ? `Բարև Ձեզ, ${firstName}։` : 'Բարև Ձեզ։'),
  en: (firstName) => (firstName ? `Hello ${firstName},` : 'Hello,'),
}

/** The button's label, before its URL in the text part. */
export const LEADS: Record<Language, (label: string) => string> = {
  am: (label) => `${label}՝`,
  en: (label) => `${label}:`,
}

export const FOOTERS: Record<Language, { sign: string; automatic: string; linkHint: string }> = {
  am: {
    sign: 'Հատիկ',
    automatic: 'Այս նամակն ուղարկվել է ավտոմատ կերպով։',
    linkHint: 'Եթե կոճակը չի աշխատում, բացեք այս հասցեն՝',
  },
  en: {
    sign: 'Hatik',
    automatic: 'This email was sent automatically.',
    linkHint: 'If the button does not work, open this link:',
  },
}

const MONTHS = [
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
]

/** `day`: 'YYYY-MM-DD', Yerevan. */
export function dayInWords(day: string, language: Language, sense: 'until' | 'on'): string {
  if (language === 'am') return armenianDay(day, sense)
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  return `${dayOfMonth} ${MONTHS[month - 1]} ${year}`
}
