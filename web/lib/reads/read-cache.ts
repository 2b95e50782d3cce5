/** The answers of this user's reads. Kept for ten minutes after the last screen that shows them (R229), and never beyond the user (R148). */
const KEPT_MS = 10 * 60_000

// SWR's own type for what it keeps is open.
type Cache = Map<string, object>
let cache: Cache = new Map<string, object>()
let leftAt: number | undefined

/** The cache for a screen that opens now. */
export function openReadCache(nowMs: number): Cache {
  if (leftAt !== undefined && nowMs - leftAt > KEPT_MS) cache = new Map<string, object>()
  leftAt = undefined
  return cache
}

/** The screen closes: from now on the answers age. */
export function leaveReadCache(nowMs: number): void {
  leftAt = nowMs
}

/** Forgets everything: another person is here, or nobody. */
export function dropReadCache(): void {
  cache = new Map<string, object>()
}
