import { describe, expect, it } from 'vitest'
import { pageOf } from './paging.ts'

const things = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

describe('a list of five at a time', () => {
  it('has one page with five items and two with six (R60)', () => {
    expect(pageOf(things(5), 0).count).toBe(1)
    expect(pageOf(things(6), 0).count).toBe(2)
    expect(pageOf(things(6), 1).items).toEqual([6])
  })

  it('falls back to the last nonempty page when its page empties (R61)', () => {
    expect(pageOf(things(6), 1)).toMatchObject({ index: 1, items: [6] })
    expect(pageOf(things(5), 1)).toMatchObject({ index: 0, items: [1, 2, 3, 4, 5] })
    expect(pageOf(things(11), 7)).toMatchObject({ index: 2, items: [11] })
  })

  it('is one empty page without items', () => {
    expect(pageOf([], 3)).toEqual({ items: [], index: 0, count: 1 })
  })
})
