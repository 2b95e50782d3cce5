import fc from 'fast-check'
import { expect, it } from 'vitest'
import { yerevanDay, yerevanHour, yerevanMonth } from '#contracts/units/time.ts'
import { yerevanDayOf, yerevanHourOf, yerevanMonthOf } from './yerevan-days.ts'

it('times in any order get their own day and month (H10)', () => {
  const aroundMidnight = fc
    .integer({ min: -7_200_000, max: 7_200_000 })
    .map((ms) => new Date(Date.parse('2026-02-28T20:00:00.000Z') + ms))
  const anyTime = fc.date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2040-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(fc.array(fc.oneof(aroundMidnight, anyTime), { minLength: 1 }), (moments) => {
      for (const at of moments) {
        expect(yerevanDayOf(at.toISOString())).toBe(yerevanDay(at))
        expect(yerevanMonthOf(at.toISOString())).toBe(yerevanMonth(at))
        expect(yerevanHourOf(at.toISOString())).toBe(yerevanHour(at))
      }
    }),
  )
})
