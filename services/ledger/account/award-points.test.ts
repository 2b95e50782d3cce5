import { describe, expect, it } from 'vitest'
import { decide } from './decider.ts'
import { initialState } from './account.ts'

/** H1, computed by hand. Undefined: earns nothing. */
const TABLE: [amountAmd: number, tenths: number | undefined][] = [
  [-1, undefined],
  [0, undefined],
  [1, undefined],
  [25, undefined],
  [49, undefined],
  [50, 1],
  [51, 1],
  [74, 1],
  [75, 1],
  [99, 1],
  [100, 2],
  [101, 2],
  [149, 2],
  [150, 3],
  [199, 3],
  [249, 4],
  [250, 5],
  [499, 9],
  [500, 10],
  [501, 10],
  [549, 10],
  [550, 11],
  [999, 19],
  [1_000, 20],
  [1_249, 24],
  [1_250, 25],
  [2_499, 49],
  [2_500, 50],
  [4_999, 99],
  [5_000, 100],
  [9_999, 199],
  [12_345, 246],
  [49_999, 999],
  [50_000, 1_000],
  [123_456, 2_469],
  [999_999, 19_999],
  [1_000_000, 20_000],
  [99_999_999, 1_999_999],
  [100_000_000, undefined],
  [100_000_001, undefined],
]

describe('Points for an amount (H1)', () => {
  it('has forty lines', () => expect(TABLE).toHaveLength(40))

  it.each(TABLE)('%d AMD earn %s tenths', (amountAmd, tenths) => {
    const decision = decide({ type: 'AwardPoints', amountAmd, commandId: 'a' }, initialState)
    expect('refused' in decision ? undefined : decision[0]?.data).toEqual(
      tenths === undefined ? undefined : { awardId: 'a', amountAmd, tenths, rule: 'floor-50/1' },
    )
  })
})
