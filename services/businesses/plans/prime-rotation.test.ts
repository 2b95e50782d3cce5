import { describe, expect, it } from 'vitest'
import { HOME_PRIME_MAX } from '#contracts/pages/rendered-pages.ts'
import { primeRanks } from './prime-rotation.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, 1 + number, 9))
const shown = (ids: readonly number[], at: Date) =>
  [...primeRanks(ids, at)].filter(([, rank]) => rank < HOME_PRIME_MAX).map(([id]) => id)

describe('the rotation of Prime businesses (H41)', () => {
  it.each([1, 2, 3, 4, 5, 7, 9, 10])('shows each of %i businesses on the home page equally often', (count) => {
    const ids = Array.from({ length: count }, (_, index) => 1000 + index * 7)
    const times = new Map<number, number>()
    for (let number = 0; number < count * 3; number += 1)
      for (const id of shown(ids, day(number))) times.set(id, (times.get(id) ?? 0) + 1)
    expect(new Set(times.values()).size).toBe(1)
    expect(times.size).toBe(count)
  })

  it('is constant through a day in Yerevan, for any input order, and changes at midnight there', () => {
    const ids = [5, 3, 9, 1, 7]
    const evening = new Date('2026-03-01T19:59:59Z')
    const midnight = new Date('2026-03-01T20:00:00Z')
    expect(primeRanks(ids, new Date('2026-02-28T20:00:00Z'))).toEqual(primeRanks([...ids].reverse(), evening))
    expect(primeRanks(ids, midnight)).not.toEqual(primeRanks(ids, evening))
    expect([...primeRanks(ids, midnight).values()].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4])
  })

  it('accepts an empty list', () => expect(primeRanks([], day(0)).size).toBe(0))
})
