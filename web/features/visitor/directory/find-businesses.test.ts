import { describe, expect, it } from 'vitest'
import type { DirectoryEntry } from '#contracts/calls/directory.ts'
import { findBusinesses, prepare } from './find-businesses.ts'

const business = (id: number, businessName: string, more: Partial<DirectoryEntry> = {}): DirectoryEntry => ({
  id,
  slug: `b-${id}`,
  businessName,
  logoUrl: null,
  industry: 'Restaurant',
  description: '',
  website: null,
  isPrime: false,
  primeRank: null,
  averageRating: 0,
  totalReviews: 0,
  ...more,
})
const list = prepare([
  business(1, 'Կոֆե Տուն', { isPrime: true, primeRank: 1 }),
  business(2, 'Գրատուն', { industry: 'Retail', website: 'https://books.example' }),
  business(3, 'Ֆիթնես Լաբ', { industry: 'Fitness & Sports', isPrime: true, primeRank: 0 }),
])
const names = (search: string, ...industries: string[]) =>
  findBusinesses(list, search, new Set(industries)).all.map(({ id }) => id)

describe('the directory', () => {
  it('finds a business by its name in either alphabet (R108)', () => {
    for (const typed of ['Կոֆե', 'kofe', 'Kofe', 'կոֆե տուն']) expect(names(typed), typed).toEqual([1])
  })

  it('finds a business by its website (R108)', () => expect(names('books.example')).toEqual([2]))

  it('keeps the businesses of any chosen industry, and all without a choice (R109)', () => {
    expect(names('', 'Retail', 'Restaurant')).toEqual([1, 2])
    expect(names('')).toEqual([1, 2, 3])
    expect(names('kofe', 'Retail')).toEqual([])
  })

  it("lists Prime businesses in the day's order, and again among all (R112, H41)", () => {
    const found = findBusinesses(list, '', new Set())
    expect(found.prime.map(({ id }) => id)).toEqual([3, 1])
    expect(found.all).toHaveLength(3)
  })
})
