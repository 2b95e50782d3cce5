/**
 * The directory list is rebuilt every second on the main thread. Normalising and sorting thousands of Armenian names
 * takes a tenth of a second, so unchanged entries are reused.
 */
import { searchable, type Searchable } from '#contracts/units/search-text.ts'

type Named = { id: number; businessName: string; website: string | null }
export type Listing<T extends Named> = { entry: T; text: Searchable }

/** Sorts by name, then id, with search texts. */
export function createListings<T extends Named>(): (found: readonly T[]) => Listing<T>[] {
  const byName = new Intl.Collator(['hy', 'en'], { numeric: true, sensitivity: 'base' })
  let before = new Map<number, Listing<T>>()

  return (found) => {
    const now = new Map(found.map((entry) => [entry.id, entry]))
    const known = [...before.keys()].flatMap((id) => now.get(id) ?? [])
    const added = found.filter(({ id }) => !before.has(id))
    // Sorting an already ordered list is nearly free.
    const sorted = [...known, ...added].sort((a, b) => byName.compare(a.businessName, b.businessName) || a.id - b.id)
    const listings = sorted.map((entry) => ({ entry, text: textOf(entry, before.get(entry.id)) }))
    before = new Map(listings.map((listing) => [listing.entry.id, listing]))
    return listings
  }
}

function textOf(entry: Named, before: Listing<Named> | undefined): Searchable {
  const isSame = before?.entry.businessName === entry.businessName && before.entry.website === entry.website
  return isSame ? before.text : searchable(entry.businessName, entry.website)
}
