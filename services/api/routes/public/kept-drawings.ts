import { LRUCache } from 'lru-cache'
import { ApiError } from '../../http/api-error.ts'

/** The one that is being drawn and those that wait for it: what comes later would wait for seconds, and hold its connection all the while. */
export const DRAWINGS_MAX = 16

/**
 * What anybody may have drawn: made when first asked for, kept, and one at a time, because each takes a thread of the pool that also hashes
 * passwords. Who asks for what is being drawn waits with the first. The result throws 'busy' where DRAWINGS_MAX others are drawn or wait
 * already, and what `draw` throws; a drawing that failed is made anew when it is asked for again.
 *
 * `kept`: how many drawings.
 */
export function keptDrawings(kept: number): (key: string, draw: () => Promise<Buffer>) => Promise<Buffer> {
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
