/**
 * The list of the directory is made anew every second, on the thread that answers everybody: only what has changed since costs something.
 * To spell thousands of names for the search and to sort them by Armenian rules takes a tenth of a second, to find that they are the same nearly none.
 */
import { searchable, type Searchable } from '#contracts/units/search-text.ts'

type Named = { id: number; businessName: string; website: string | null }
export type Listing<T extends Named> = { entry: T; text: Searchable }

/** Gives the businesses by name, and of the same name by id, each with the text that searches look at. */
export function createListings<T extends Named>(): (found: readonly T[]) => Listing<T>[] {
  const byName = new Intl.Collator(['hy', 'en'], { numeric: true, sensitivity: 'base' })
  /** As they were last, in their order. */
  let before = new Map<number, Listing<T>>()

  return (found) => {
    const now = new Map(found.map((entry) => [entry.id, entry]))
    const known = [...before.keys()].flatMap((id) => now.get(id) ?? [])
    const added = found.filter(({ id }) => !before.has(id))
    // What is in order already is only looked through.
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
