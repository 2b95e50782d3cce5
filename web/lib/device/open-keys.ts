/**
 * The keys of acts of which nobody knows what came of them, where that has to outlive the page: a code whose answer was lost is asked about
 * again under its key also after a reload, and gets its first answer instead of being said to be used already.
 */
import { storage } from './storage.ts'

/** For as long as somebody may still stand at the counter. Later the same code is another question. */
export const KEPT_FOR_MS = 15 * 60 * 1000

/** Keys by what they were made for. */
export type OpenKeys = Pick<Map<string, string>, 'get' | 'set' | 'delete'>

type Kept = Record<string, { key: string; atMs: number }>

/**
 * `name`: under which they are kept in this browser, for all its pages: what one of them has been answered, no other asks for again. Where it keeps
 * nothing, they last as long as the page.
 */
export function keptKeys(name: string, nowMs: () => number = Date.now): OpenKeys {
  /** Of those that the browser did not take. */
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

/** Anything else than what is written here holds no key. */
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
