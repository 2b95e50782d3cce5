import { expect, it } from 'vitest'
import { shortDay } from './short-day.ts'

it('a short day has its month in letters, in the order of the language', () => {
  expect(shortDay('2026-11-05', 'en')).toBe('Nov\u00a05')
  expect(shortDay('2026-11-05', 'am')).toBe('5\u00a0նոյ')
})
