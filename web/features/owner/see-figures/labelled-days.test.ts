import { expect, it } from 'vitest'
import { DAY_MS } from '#contracts/units/time.ts'
import { labelledDays } from './labelled-days.ts'

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.parse(first) + index * DAY_MS).toISOString().slice(0, 10),
  }))
const labelled = (first: string, count: number) => labelledDays(daysFrom(first, count))

it('a month is labelled every third day back from its last, on a phone less often', () => {
  const labels = labelled('2026-11-01', 30)
  expect(labels.map(({ day }) => Number(day.slice(8)))).toEqual([3, 6, 9, 12, 15, 18, 21, 24, 27, 30])
  expect(labels.filter(({ isWideOnly }) => !isWideOnly).map(({ index }) => index)).toEqual([2, 11, 20, 29])
})

it('a year is labelled by the first of each month', () => {
  const labels = labelled('2025-11-30', 366)
  expect(labels.length).toBe(12)
  expect(labels.every(({ day }) => day.endsWith('-01'))).toBe(true)
  expect(labels.filter(({ isWideOnly }) => !isWideOnly).length).toBe(4)
})

it('every day of a few is labelled, and one day alone', () => {
  expect(labelled('2026-11-01', 4).map(({ isWideOnly }) => isWideOnly)).toEqual([false, false, false, false])
  expect(labelled('2026-11-01', 1)).toEqual([{ index: 0, day: '2026-11-01', isWideOnly: false }])
})
