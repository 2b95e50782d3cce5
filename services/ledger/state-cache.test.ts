import { describe, expect, it } from 'vitest'
import { initialState } from './account/account.ts'
import { createStateCache, type FoldedAccount } from './state-cache.ts'

const at = (revision: number): FoldedAccount => ({ state: initialState, revision, position: 1n })

describe('The cache of folded accounts', () => {
  it('evicts the least recently used account when it is full', () => {
    const cache = createStateCache({ maxEvents: 45 })
    cache.set('a', at(10))
    cache.set('b', at(10))
    cache.set('c', at(10))
    cache.get('a')
    cache.set('d', at(10))
    expect(['a', 'b', 'c', 'd'].filter((stream) => cache.get(stream))).toEqual(['a', 'c', 'd'])
    expect(cache.weightEvents()).toBeLessThanOrEqual(45)
  })

  it('keeps at most two heavy accounts, and none heavier than twice its bound', () => {
    const cache = createStateCache({ maxEvents: 100 })
    for (const heavy of ['a', 'b', 'c']) {
      cache.set(heavy, at(200))
      cache.set('light', at(10))
    }
    expect(['a', 'b', 'c', 'light'].filter((stream) => cache.get(stream))).toEqual(['c', 'light'])
    cache.set('light', at(201))
    expect(['c', 'light'].filter((stream) => cache.get(stream))).toEqual(['c'])
    cache.delete('c')
    expect(cache.weightEvents()).toBe(0)
  })
})
