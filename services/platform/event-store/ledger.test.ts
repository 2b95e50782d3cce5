import { describe, expect, it } from 'vitest'
import { cachedEvents } from './ledger.ts'

const MIB = 2 ** 20

describe('the size of the state cache', () => {
  it("is an eighth of V8's heap limit: tens of thousands of events on the smallest machine, hundreds of thousands usually", () => {
    expect(cachedEvents(512 * MIB)).toBe(83_886)
    expect(cachedEvents(4_288 * MIB)).toBe(702_545)
  })
})
