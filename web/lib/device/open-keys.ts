/**
 * Stores the idempotency keys of actions with an unknown outcome beyond a reload. A redemption code whose reply was
 * lost is retried under its key and gets its first reply, instead of "already used".
 */
import { storage } from './storage.ts'

/** While the buyer may still be at the counter; later the same code is a new action. */
export const KEPT_FOR_MS = 15 * 60 * 1000

export type OpenKeys = Pick<Map<string, string>, 'get' | 'set' | 'delete'>

type Kept = Record<string, { key: string; atMs: number }>

/**
 * `name`: the storage entry, shared by all pages of this browser. Without storage the keys last as long as the page.
 */
export function keptKeys(name: string, nowMs: () => number = Date.now): OpenKeys {
  const ofPage = new Map<string, string>()
  const kept = (input: string): string | undefined => stillOpen(name, nowMs())[input]?.key
  const change = (by: (kept: Kept) => void): void => {
    const all = stillOpen(name, nowMs())
    by(all)
    if (Object.keys(all).length === 0) storage.remove(name)
    else storage.set(name, JSON.stringify(all))
  }
  return {
    get: (input) => kept(input) ?? ofPage.get(input),
    set(input, key) {
      change((all) => void (all[input] = { key, atMs: nowMs() }))
      if (kept(input) !== key) ofPage.set(input, key)
      return ofPage
    },
    delete(input) {
      change((all) => void delete all[input])
      return ofPage.delete(input)
    },
  }
}

/** Ignores malformed and expired entries. */
function stillOpen(name: string, nowMs: number): Kept {
  let kept: unknown
  try {
    kept = JSON.parse(storage.get(name) ?? '{}')
  } catch {
    return {}
  }
  if (typeof kept !== 'object' || kept === null) return {}
  const isOpen = (one: Partial<Kept[string]> | null): boolean =>
    typeof one?.key === 'string' && typeof one.atMs === 'number' && Math.abs(nowMs - one.atMs) < KEPT_FOR_MS
  return Object.fromEntries(Object.entries(kept as Kept).filter(([, one]) => isOpen(one)))
}
