import { describe, expect, it } from 'vitest'
import { mistakesIn, type ArmBooks } from './arm.ts'

const right: ArmBooks = {
  ledgerAwards: 3,
  ledgerTenths: 60,
  doubledKeys: 0,
  readModelTenths: { balances: 60, statistics: 60 },
  readModelAwards: { months: 3 },
}

describe('an arm that acknowledged three awards of 60 tenths', () => {
  const acknowledged = { awards: 3, tenths: 60 }

  it('has a result if ledger and read models agree', () => {
    expect(mistakesIn(acknowledged, right)).toEqual([])
  })

  it.each<[string, Partial<ArmBooks>]>([
    ['an acknowledged award is missing', { ledgerAwards: 2 }],
    ['an award stands there that nobody was told of', { ledgerAwards: 4 }],
    ['points are missing', { ledgerTenths: 59 }],
    ['a key stands there twice', { doubledKeys: 1 }],
    ['one read model says otherwise', { readModelTenths: { balances: 60, statistics: 61 } }],
    ['a month counts otherwise', { readModelAwards: { months: 4 } }],
  ])('is void if %s', (_what, change) => {
    expect(mistakesIn(acknowledged, { ...right, ...change })).toHaveLength(1)
  })
})
