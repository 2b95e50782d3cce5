import { LRUCache } from 'lru-cache'
import type { RowChanges } from '../postgres/row-changes.ts'

/** Only a bound on what a fault that nobody thought of could do. */
const KEPT_WHILE_HEARD_MS = 10 * 60 * 1000

/**
 * Rows that every award needs and that seldom change, kept for a moment. `ttlMs` is a promise to the outside: a change
 * takes effect everywhere within it (performance.md 5.2, I15: at most 2 s). While `changes` are heard of a row as they are
 * committed, it is kept until one comes. Calls for one key while it loads share the load. `undefined` is never kept, so
 * that what was just made is found at once.
 */
export function createShortCache<K extends string | number, V extends object>(
  load: (key: K) => Promise<V | undefined>,
  {
    max,
    ttlMs,
    changes,
  }: {
    max: number
    ttlMs: number
    changes?: { of: RowChanges; table: Parameters<RowChanges['watch']>[0]; keyOf(text: string): K }
  },
): { get(key: K): Promise<V | undefined>; forget(key: K): void } {
  // A row that changes while it loads is forgotten: the load's callers get what it found, and nobody after them.
  const cache = new LRUCache<K, V>({ max, ttl: ttlMs, ignoreFetchAbort: true, fetchMethod: async (key) => load(key) })
  changes?.of.watch(changes.table, {
    changed: (text) => void cache.delete(changes.keyOf(text)),
    missed: () => cache.clear(),
  })
  return {
    get: (key) => {
      const kept = cache.get(key)
      return kept === undefined
        ? cache.fetch(key, { ttl: changes?.of.heard ? KEPT_WHILE_HEARD_MS : ttlMs })
        : Promise.resolve(kept)
    },
    forget: (key) => void cache.delete(key),
  }
}
