import { describe, expect, it } from 'vitest'
import { cachedEvents } from './ledger.ts'

const MIB = 2 ** 20

describe('the memory for folded accounts', () => {
  it('is an eighth of what V8 may have: tens of thousands of events on the smallest machine, hundreds of thousands on a usual one', () => {
    expect(cachedEvents(512 * MIB)).toBe(83_886)
    expect(cachedEvents(4_288 * MIB)).toBe(702_545)
  })
})
