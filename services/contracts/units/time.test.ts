import { describe, expect, it } from 'vitest'
import {
  daysOfMonth,
  momentsOf,
  noonOf,
  yerevanDay,
  yerevanDayBegins,
  yerevanDayNumber,
  yerevanDaysUntil,
  yerevanMonth,
} from './time.ts'

describe('days in Yerevan', () => {
  it('are counted by the local calendar', () => {
    const end = new Date('2026-12-20T19:59:59Z')
    expect(yerevanDaysUntil(end, new Date('2026-12-13T19:59:00Z'))).toBe(7)
    expect(yerevanDaysUntil(end, new Date('2026-12-13T20:00:00Z'))).toBe(6)
    expect(yerevanDaysUntil(end, new Date('2026-12-19T20:00:00Z'))).toBe(0)
    // By calendar: a minute before midnight, the next noon is tomorrow.
    expect(yerevanDaysUntil(new Date('2026-12-20T08:00:00Z'), new Date('2026-12-19T19:59:00Z'))).toBe(1)
  })

  it('begin at local midnight, and a span includes its last day', () => {
    expect(momentsOf({ from: '2026-12-30', to: '2026-12-31' })).toEqual({
      from: new Date('2026-12-29T20:00:00Z'),
      until: new Date('2026-12-31T20:00:00Z'),
    })
    const [last, next] = [new Date('2026-12-31T19:59:59.999Z'), new Date('2026-12-31T20:00:00Z')]
    expect([last, next].map(yerevanDay)).toEqual(['2026-12-31', '2027-01-01'])
    expect([last, next].map(yerevanMonth)).toEqual(['2026-12', '2027-01'])
    expect([last, next].map((at) => yerevanDayBegins(yerevanDayNumber(at)))).toEqual([
      new Date('2026-12-30T20:00:00Z'),
      next,
    ])
    expect(yerevanDay(noonOf('2026-12-31'))).toBe('2026-12-31')
  })

  it('of a month are complete', () => {
    expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
    expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  })
})
