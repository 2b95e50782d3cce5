import { LRUCache } from 'lru-cache'

/**
 * Rows that every award needs and that seldom change, kept for a moment. `ttlMs` is a promise to the outside: a change
 * takes effect everywhere within it (performance.md 5.2, I15: at most 2 s). Calls for one key while it loads share the load.
 * `undefined` is never kept, so that what was just made is found at once.
 */
export function createShortCache<K extends string | number, V extends object>(
  load: (key: K) => Promise<V | undefined>,
  { max, ttlMs }: { max: number; ttlMs: number },
): { get(key: K): Promise<V | undefined>; forget(key: K): void } {
  const cache = new LRUCache<K, V>({ max, ttl: ttlMs, fetchMethod: async (key) => load(key) })
  return {
    get: (key) => cache.fetch(key),
    forget: (key) => void cache.delete(key),
  }
}
