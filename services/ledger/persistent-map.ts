/**
 * An immutable map: `withEntry` returns a new one that shares nearly everything with the old. An account's state is folded
 * event by event, and commands are decided on it before their events are written, so the old state must survive an append
 * that fails; copying a plain Map for each of 10,000 events would copy a hundred million entries.
 *
 * It keeps levels of doubling size, newest last, and merges levels of equal size (a binary counter): adding costs O(log n) on
 * average, a look-up searches at most log n maps.
 */
export type PersistentMap<V> = { readonly levels: readonly Level<V>[] }

type Level<V> = { readonly rank: number; readonly entries: ReadonlyMap<string, V> }

export const EMPTY_MAP: PersistentMap<never> = { levels: [] }

export function lookUp<V>({ levels }: PersistentMap<V>, key: string): V | undefined {
  for (let index = levels.length - 1; index >= 0; index -= 1) {
    const found = levels[index]!.entries.get(key)
    if (found !== undefined) return found
  }
  return undefined
}

export function withEntry<V>({ levels }: PersistentMap<V>, key: string, value: V): PersistentMap<V> {
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
  return { levels: [...levels.slice(0, keep), { rank, entries }] }
}

/** All values, each key once, in the order in which the keys first came. */
export function valuesOf<V>({ levels }: PersistentMap<V>): V[] {
  const all = new Map<string, V>()
  for (const level of levels) for (const [key, value] of level.entries) all.set(key, value)
  return [...all.values()]
}
