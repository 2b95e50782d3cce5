import { describe, expect, it } from 'vitest'
import { BUYERS, HOT_BUSINESS, ONE_ACCOUNT_BUSINESS } from '../people.ts'
import { awardsOf, everyAccount, MIXES } from './mix.ts'
import { shuffled, randomFrom } from './random.ts'

const take = (mix: (typeof MIXES)[number], seed: number, count: number) => {
  const next = awardsOf(mix, seed)
  return Array.from({ length: count }, next)
}

describe('the load', () => {
  it('is the same for the same seed, and differs for another', () => {
    expect(take('uniform', 1, 50)).toEqual(take('uniform', 1, 50))
    expect(take('uniform', 1, 50)).not.toEqual(take('uniform', 2, 50))
  })

  it('covers a thousand businesses, one with ten thousand buyers, or one account', () => {
    const businesses = (mix: (typeof MIXES)[number]) => new Set(take(mix, 3, 20_000).map(({ business }) => business))
    expect(businesses('uniform').size).toBe(1_000)
    expect(businesses('hot')).toEqual(new Set([HOT_BUSINESS]))
    expect(new Set(take('hot', 3, 60_000).map(({ buyerCode }) => buyerCode)).size).toBeGreaterThan(9_900)
    expect(new Set(take('one-account', 3, 100).map(({ business, buyerCode }) => `${business} ${buyerCode}`))).toEqual(
      new Set([`${ONE_ACCOUNT_BUSINESS} BB0000`]),
    )
  })

  it('can visit every account once before measuring', () => {
    expect(new Set(everyAccount('uniform').map(({ business, buyerCode }) => `${business} ${buyerCode}`)).size).toBe(
      BUYERS,
    )
    expect(everyAccount('one-account')).toHaveLength(1)
  })

  it('awards whole drams above the minimum, with their tenths', () => {
    for (const { amountAmd, tenths } of take('hot', 5, 1_000)) {
      expect(amountAmd).toBeGreaterThanOrEqual(50)
      expect(tenths).toBe(Math.floor(amountAmd / 50))
    }
  })
})

describe('a shuffle', () => {
  it('keeps every element and depends on the seed', () => {
    const arms = ['ours', 'crud', 'crud-fn']
    expect(shuffled(arms, randomFrom(1)).sort()).toEqual([...arms].sort())
    expect(shuffled(arms, randomFrom(9))).toEqual(shuffled(arms, randomFrom(9)))
  })
})
