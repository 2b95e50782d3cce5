import { describe, expect, it } from 'vitest'
import { ownerOf } from './owner.ts'

const three = ['http://a:1', 'http://b:1', 'http://c:1']
const accounts = Array.from({ length: 3_000 }, (_, index) => `account-${index % 10}-${index}`)

describe('the API of an account', () => {
  it('is the same for every order of the list', () => {
    for (const account of accounts.slice(0, 100))
      expect(ownerOf(account, three.toReversed())).toBe(ownerOf(account, three))
  })

  it('has about its share of the accounts', () => {
    for (const peer of three) {
      const share = accounts.filter((account) => ownerOf(account, three) === peer).length / accounts.length
      expect(share).toBeGreaterThan(0.28)
      expect(share).toBeLessThan(0.39)
    }
  })

  it('changes only for accounts of an API that is taken from the list', () => {
    const two = three.slice(0, 2)
    for (const account of accounts) {
      const before = ownerOf(account, three)
      if (two.includes(before)) expect(ownerOf(account, two)).toBe(before)
    }
  })
})
