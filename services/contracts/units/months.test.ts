import { expect, it } from 'vitest'
import { formatMonth } from './months.ts'

it('formats a month standing alone, in Armenian without the ending used in a date', () => {
  expect(['2026-01', '2025-09', '2031-12'].map((month) => formatMonth(month, 'am'))).toEqual([
    'Հունվար 2026',
    'Սեպտեմբեր 2025',
    'Դեկտեմբեր 2031',
  ])
  expect(['2026-01', '2025-09', '2031-12'].map((month) => formatMonth(month, 'en'))).toEqual([
    'January 2026',
    'September 2025',
    'December 2031',
  ])
})
