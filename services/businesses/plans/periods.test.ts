import { describe, expect, it } from 'vitest'
import { yerevanDay } from '#contracts/units/time.ts'
import { firstPeriod, isWithinRefundDays, periodAfter, unusedAmd } from './periods.ts'

describe('paid periods in the calendar of Yerevan', () => {
  it.each([
    ['2026-11-20T08:00:00Z', 'monthly', '2026-12-20T19:59:59.000Z'],
    ['2026-01-31T08:00:00Z', 'monthly', '2026-02-28T19:59:59.000Z'],
    ['2028-01-31T08:00:00Z', 'monthly', '2028-02-29T19:59:59.000Z'],
    ['2028-02-29T08:00:00Z', 'yearly', '2029-02-28T19:59:59.000Z'],
    ['2026-10-31T20:30:00Z', 'monthly', '2026-12-01T19:59:59.000Z'],
  ] as const)('from %s, %s: to %s', (start, cycle, end) =>
    expect(firstPeriod(new Date(start), cycle).end.toISOString()).toBe(end),
  )

  it.each([
    ['2026-11-20T08:00:00Z', 'monthly', ['2026-12-20', '2027-01-20', '2027-02-20']],
    ['2026-01-30T08:00:00Z', 'monthly', ['2026-02-28', '2026-03-30', '2026-04-30']],
    ['2028-02-29T08:00:00Z', 'yearly', ['2029-02-28', '2030-02-28', '2031-02-28']],
  ] as const)('that began on %s, %s, end on their own day of the month', (start, cycle, days) => {
    const first = firstPeriod(new Date(start), cycle)
    const second = periodAfter(first, cycle)
    expect([first, second, periodAfter(second, cycle)].map(({ end }) => yerevanDay(end))).toEqual(days)
  })

  it('follow each other without a gap, and a short month shortens no other', () => {
    const january = firstPeriod(new Date('2026-01-31T08:00:00Z'), 'monthly')
    const february = periodAfter(january, 'monthly')
    const march = periodAfter(february, 'monthly')
    expect([february, march].map(({ start, end }) => [start.toISOString(), end.toISOString()])).toEqual([
      ['2026-02-28T20:00:00.000Z', '2026-03-31T19:59:59.000Z'],
      ['2026-03-31T20:00:00.000Z', '2026-04-30T19:59:59.000Z'],
    ])
  })
})

describe('the refund of a year (R226)', () => {
  it('is open until the end of the fourteenth day in Yerevan', () => {
    const start = new Date('2026-11-20T15:00:00Z')
    expect(isWithinRefundDays(start, new Date('2026-12-04T19:59:59.999Z'))).toBe(true)
    expect(isWithinRefundDays(start, new Date('2026-12-04T20:00:00.000Z'))).toBe(false)
    expect(isWithinRefundDays(start, new Date('2026-11-19T08:00:00Z'))).toBe(true)
  })
})

describe('the rest of a paid period', () => {
  it('is counted in days, today as used, rounded down, never below zero', () => {
    const period = firstPeriod(new Date('2026-11-20T08:00:00Z'), 'monthly')
    expect(unusedAmd(3_000, period, new Date('2026-11-20T09:00:00Z'))).toBe(3_000)
    expect(unusedAmd(3_000, period, new Date('2026-12-05T09:00:00Z'))).toBe(1_500)
    expect(unusedAmd(1_000, period, new Date('2026-12-19T19:59:00Z'))).toBe(33)
    expect(unusedAmd(3_000, period, new Date('2027-01-01T09:00:00Z'))).toBe(0)
  })

  it('is never more than was paid, even before it begins: a purchase in the trial begins after it', () => {
    const period = firstPeriod(new Date('2026-12-20T20:00:00Z'), 'monthly')
    expect(unusedAmd(3_000, period, new Date('2026-11-25T09:00:00Z'))).toBe(3_000)
  })
})
