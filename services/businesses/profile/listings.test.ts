import { afterEach, expect, it, vi } from 'vitest'
import { searchable } from '#contracts/units/search-text.ts'
import { createListings } from './listings.ts'

afterEach(() => void vi.unstubAllGlobals())

const shop = (id: number, businessName: string, website: string | null = null) => ({
  id,
  businessName,
  website,
  totalReviews: 0,
})
const namesOf = (listings: { entry: { businessName: string } }[]) => listings.map(({ entry }) => entry.businessName)

it('the list is sorted by name in Armenian order, then by id', () => {
  const list = createListings<ReturnType<typeof shop>>()
  const found = [shop(1, 'Կոֆե'), shop(2, 'Bakery 10'), shop(4, 'Արև'), shop(3, 'Արև'), shop(5, 'bakery 9')]
  const listings = list(found)
  expect(listings.map(({ entry }) => entry.id)).toEqual([3, 4, 1, 5, 2])
  expect(listings.map(({ text }) => text)).toEqual(
    listings.map(({ entry }) => searchable(entry.businessName, entry.website)),
  )
})

it('changed names and addresses, new and removed businesses appear in the next list', () => {
  const list = createListings<ReturnType<typeof shop>>()
  list([shop(1, 'Bread'), shop(2, 'Coffee'), shop(3, 'Dates')])
  const next = list([
    { ...shop(2, 'Coffee', 'https://coffee.am'), totalReviews: 7 },
    shop(1, 'Eggs'),
    shop(4, 'Apples'),
  ])
  expect(namesOf(next)).toEqual(['Apples', 'Coffee', 'Eggs'])
  expect(next[1]?.entry.totalReviews).toBe(7)
  expect(next.map(({ text }) => text)).toEqual([
    searchable('Apples'),
    searchable('Coffee', 'https://coffee.am'),
    searchable('Eggs'),
  ])
})

it('one change among thousands normalises one name and compares neighbours only', () => {
  let compared = 0
  const real = new Intl.Collator(['hy', 'en'], { numeric: true, sensitivity: 'base' })
  class Counting {
    compare = (a: string, b: string): number => ((compared += 1), real.compare(a, b))
  }
  vi.stubGlobal('Intl', { ...Intl, Collator: Counting })
  const list = createListings<ReturnType<typeof shop>>()
  const names = Array.from({ length: 3_000 }, (_, n) => shop(n, `Խանութ ${(n * 7919) % 3_000}`))
  const before = new Map(list(names).map(({ entry, text }) => [entry.id, text]))
  compared = 0
  const next = list(names.map((each) => (each.id === 1_500 ? shop(1_500, 'Ամենաառաջինը') : { ...each })))
  expect(next[0]?.entry.id).toBe(1_500)
  expect(next.filter(({ entry, text }) => before.get(entry.id) !== text).map(({ entry }) => entry.id)).toEqual([1_500])
  expect(compared).toBeLessThanOrEqual(2 * names.length)
})
