/**
 * Replies to one user's reads, kept for ten minutes after the last screen that shows them (R229), and never for
 * another user (R148).
 */
const KEPT_MS = 10 * 60_000

type Cache = Map<string, object>
let cache: Cache = new Map<string, object>()
let leftAt: number | undefined

export function openReadCache(nowMs: number): Cache {
  if (leftAt !== undefined && nowMs - leftAt > KEPT_MS) cache = new Map<string, object>()
  leftAt = undefined
  return cache
}

/** The screen closes, which starts the ten minutes. */
export function leaveReadCache(nowMs: number): void {
  leftAt = nowMs
}

/** With the replies that the server rendered the page with, by path. */
export function seedReadCache(replies: Readonly<Record<string, unknown>>): void {
  cache = new Map(Object.entries(replies).map(([path, data]) => [path, { data }]))
}

export function dropReadCache(): void {
  cache = new Map<string, object>()
}
