import { LRUCache } from 'lru-cache'
import { ApiError } from '../../http/api-error.ts'

/** Running plus queued; later ones would hold their connection for seconds. */
export const DRAWINGS_MAX = 16

/**
 * Drawing cache for public pictures. Draws one at a time, in the thread pool that also hashes passwords; equal requests
 * share a drawing. Throws 'busy' at DRAWINGS_MAX, and whatever `draw` throws; failures are retried on the next request.
 * `kept`: cache size.
 */
export function createDrawingCache(kept: number): (key: string, draw: () => Promise<Buffer>) => Promise<Buffer> {
  const drawn = new LRUCache<string, Buffer>({ max: kept })
  const awaited = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()

  return async (key, draw) => {
    const before = drawn.get(key) ?? awaited.get(key)
    if (before) return before
    if (awaited.size >= DRAWINGS_MAX) throw new ApiError('busy')
    const drawing = last
      .then(draw)
      .then((picture) => {
        drawn.set(key, picture)
        return picture
      })
      .finally(() => awaited.delete(key))
    awaited.set(key, drawing)
    last = drawing.catch(() => {})
    return drawing
  }
}
