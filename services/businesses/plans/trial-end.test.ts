import { describe, expect, it } from 'vitest'
import { trialEnd } from './trial-end.ts'

describe('the end of a trial (H23)', () => {
  it.each([
    ['an ordinary day', '2026-11-20T12:00:00Z', '2026-12-20T19:59:59.000Z'],
    ['31 January of a common year', '2026-01-31T08:00:00Z', '2026-02-28T19:59:59.000Z'],
    ['31 January of a leap year', '2028-01-31T08:00:00Z', '2028-02-29T19:59:59.000Z'],
    ['31 December', '2026-12-31T08:00:00Z', '2027-01-31T19:59:59.000Z'],
    ['31 March', '2026-03-31T08:00:00Z', '2026-04-30T19:59:59.000Z'],
    ['already tomorrow in Yerevan', '2026-11-20T20:30:00Z', '2026-12-21T19:59:59.000Z'],
    ['already next month in Yerevan', '2026-10-31T20:00:00Z', '2026-12-01T19:59:59.000Z'],
  ])('%s', (_day, approved, ends) => expect(trialEnd(new Date(approved)).toISOString()).toBe(ends))
})
