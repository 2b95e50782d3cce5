import { describe, expect, it } from 'vitest'
import { ratioWithinRounds, spreadOf } from './ratios.ts'

describe('a ratio between two arms', () => {
  it('is taken within each round, so that a slow round affects both arms', () => {
    const ours = [
      { round: 1, value: 8000 },
      { round: 2, value: 800 },
      { round: 3, value: 9000 },
    ]
    const theirs = [
      { round: 1, value: 2000 },
      { round: 2, value: 400 },
      { round: 3, value: 3000 },
    ]
    expect(ratioWithinRounds(ours, theirs)).toEqual({ median: 3, min: 2, max: 4, rounds: 3 })
  })

  it('ignores a round that only one arm finished', () => {
    expect(
      ratioWithinRounds(
        [
          { round: 1, value: 6 },
          { round: 2, value: 100 },
        ],
        [{ round: 1, value: 2 }],
      ),
    ).toEqual({ median: 3, min: 3, max: 3, rounds: 1 })
  })

  it('is undefined without a common round', () => {
    expect(ratioWithinRounds([{ round: 1, value: 6 }], [{ round: 2, value: 2 }])).toBeUndefined()
    expect(ratioWithinRounds([{ round: 1, value: 6 }], [{ round: 1, value: 0 }])).toBeUndefined()
  })
})

describe('a spread', () => {
  it('averages the two middle values of an even number', () => {
    expect(spreadOf([4, 1, 3, 2])).toEqual({ median: 2.5, min: 1, max: 4, rounds: 4 })
  })

  it('of nothing throws', () => {
    expect(() => spreadOf([])).toThrow(RangeError)
  })
})
