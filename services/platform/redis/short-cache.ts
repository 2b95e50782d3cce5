import { LRUCache } from 'lru-cache'
import type { RowChanges } from '../postgres/row-changes.ts'

/** A safety limit. */
const KEPT_WHILE_HEARD_MS = 10 * 60 * 1000

/**
 * For hot rows that seldom change. Concurrent calls share a load; `undefined` is never cached. Changes apply everywhere
 * within `ttlMs` (at most 2 s); with `changes`, rows stay cached until they change.
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
  // A row that changes while loading is not cached.
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
