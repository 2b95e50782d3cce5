import { describe, expect, it } from 'vitest'
import { fieldOf, momentOf, momentOfField, momentQuery, NOW, type TravelMoment } from './travel-moment.ts'

const at = (query: string): TravelMoment => momentOf(new URLSearchParams(query))

describe('the moment of a shared address', () => {
  it('is the event or time that it names, and the event if it names both', () => {
    expect(at('position=9223372036854775807')).toEqual({ kind: 'position', position: '9223372036854775807' })
    expect(at('at=2026-11-21T12:00:00%2B04:00')).toEqual({ kind: 'at', at: '2026-11-21T08:00:00.000Z' })
    expect(at('position=7&at=2026-11-21T12:00:00Z')).toEqual({ kind: 'position', position: '7' })
  })

  it('is now if it names none, or an invalid one', () => {
    for (const query of ['', 'position=-1', 'position=7x', 'at=yesterday', 'position=', 'at='])
      expect(at(query), query).toEqual(NOW)
  })

  it('survives a round trip through its query', () => {
    for (const moment of [
      NOW,
      { kind: 'position', position: '12' },
      { kind: 'at', at: '2026-11-21T08:00:00.123Z' },
    ] as const)
      expect(at(momentQuery(moment))).toEqual(moment)
  })
})

describe('the field for an exact date and time', () => {
  it('shows Armenian time wherever the reader is, and means the end of its second', () => {
    expect(fieldOf(new Date('2026-12-31T21:30:05.700Z'))).toBe('2027-01-01T01:30:05')
    expect(momentOfField('2027-01-01T01:30:05')).toEqual({ kind: 'at', at: '2026-12-31T21:30:05.999Z' })
    // Browsers omit zero seconds.
    expect(momentOfField('2027-01-01T01:30')).toEqual({ kind: 'at', at: '2026-12-31T21:30:00.999Z' })
  })

  it('yields nothing if empty', () => {
    for (const field of ['', '2027-13-01T00:00', 'x']) expect(momentOfField(field), field).toBeUndefined()
  })
})
