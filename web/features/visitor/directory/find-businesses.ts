/** R108, R109. Pure. */
import type { DirectoryEntry } from '#contracts/calls/directory.ts'
import { searchable, searchFor, type Searchable } from '#contracts/units/search-text.ts'

export interface Found {
  prime: DirectoryEntry[]
  all: DirectoryEntry[]
}

export interface Prepared {
  business: DirectoryEntry
  text: Searchable
}

/** Indexes names and websites once per list. */
export const prepare = (businesses: readonly DirectoryEntry[]): Prepared[] =>
  businesses.map((business) => ({ business, text: searchable(business.businessName, business.website) }))

/** All matches, and the Prime ones among them in the day's order (R112, H41). No industries means all. */
export function findBusinesses(prepared: readonly Prepared[], search: string, industries: ReadonlySet<string>): Found {
  const matches = searchFor(search)
  const all = prepared
    .filter(({ business, text }) => (industries.size === 0 || industries.has(business.industry)) && matches(text))
    .map(({ business }) => business)
  const prime = all.filter(({ isPrime }) => isPrime).sort((one, other) => (one.primeRank ?? 0) - (other.primeRank ?? 0))
  return { prime, all }
}
