import { describe, expect, it } from 'vitest'
import { yerevanDaysUntil } from './time.ts'

describe('days in Yerevan', () => {
  it('are counted by the calendar there', () => {
    const end = new Date('2026-12-20T19:59:59Z')
    expect(yerevanDaysUntil(end, new Date('2026-12-13T19:59:00Z'))).toBe(7)
    expect(yerevanDaysUntil(end, new Date('2026-12-13T20:00:00Z'))).toBe(6)
    expect(yerevanDaysUntil(end, new Date('2026-12-19T20:00:00Z'))).toBe(0)
  })
})
