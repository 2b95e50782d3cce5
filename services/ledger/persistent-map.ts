/**
 * Immutable map: `withEntry` shares nearly all entries with the old one. The old state must survive a failed append,
 * and copying a plain Map for each of 10,000 events would copy a hundred million entries.
 * Levels double in size, newest last; levels of equal size merge (a binary counter). Adding costs O(log n) on average,
 * a look-up searches at most log n maps.
 */
export type PersistentMap<V> = {
  readonly levels: readonly Level<V>[]
  /** Entries from a snapshot, older than all levels. */
  readonly frozen?: Frozen<V>
}

/** `text`: as the snapshot keeps them. */
export type Frozen<V> = { readonly text: string; get(key: string): V | undefined }

type Level<V> = { readonly rank: number; readonly entries: ReadonlyMap<string, V> }

export const EMPTY_MAP: PersistentMap<never> = { levels: [] }

export function lookUp<V>({ levels, frozen }: PersistentMap<V>, key: string): V | undefined {
  for (let index = levels.length - 1; index >= 0; index -= 1) {
    const found = levels[index]!.entries.get(key)
    if (found !== undefined) return found
  }
  return frozen?.get(key)
}

export function withEntry<V>(map: PersistentMap<V>, key: string, value: V): PersistentMap<V> {
  const { levels } = map
  let rank = 0
  let entries = new Map([[key, value]])
  let keep = levels.length
  while (keep > 0 && levels[keep - 1]!.rank === rank) {
    const merged = new Map(levels[keep - 1]!.entries)
    for (const [newerKey, newer] of entries) merged.set(newerKey, newer)
    entries = merged
    rank += 1
    keep -= 1
  }
  return { ...map, levels: [...levels.slice(0, keep), { rank, entries }] }
}

/** Each key once, in the order first added, without those from a snapshot. */
export function entriesOf<V>({ levels }: PersistentMap<V>): Map<string, V> {
  const all = new Map<string, V>()
  for (const level of levels) for (const [key, value] of level.entries) all.set(key, value)
  return all
}

export const valuesOf = <V>(map: PersistentMap<V>): V[] => [...entriesOf(map).values()]
