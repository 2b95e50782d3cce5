/**
 * Log reader on `$all`. Reads cannot be filtered, so other streams' events are dropped here; in return they are exact,
 * stateless and totally ordered. The next page is prefetched, so that store and projections work in parallel.
 */
import type { ClientHolder } from './client.ts'
import type { LogBatch, LogEvent, LogReader } from './log-reader.ts'
import { readAll } from './read/read-all.ts'
import type { ReadEvent } from './codec/read-reply.ts'
import { placeOf, type LogPlace } from './codec/read-request.ts'
import { logEvent, positionOf } from './recorded-event.ts'

const READ_MS = 15_000
/** Events read backwards per step; doubled until a followed stream is found. */
const HEAD_PAGE = 16
const MOST_HEAD_PAGE = 4_096

type Page = { after: bigint | null; limit: number; batch: Promise<LogBatch> }

export function openLogReader(clients: ClientHolder, prefixes: readonly string[]): LogReader {
  const follows = (stream: string) => prefixes.some((prefix) => stream.startsWith(prefix))
  let prefetched: Page | undefined
  let newestKnown: bigint | null = null
  let closed = false

  return {
    async read(after, limit) {
      if (closed) throw new Error('The log reader is closed')
      const page = prefetched?.after === after && prefetched.limit === limit ? prefetched.batch : readPage(after, limit)
      prefetched = undefined
      const batch = await page
      if (!batch.reachedHead && !closed) prefetch(batch.lastPosition, limit)
      return batch
    },
    head: async () => {
      newestKnown = await newest()
      return newestKnown
    },
    close: async () => {
      closed = true
      const page = prefetched
      prefetched = undefined
      await page?.batch.catch(() => {})
    },
  }

  function prefetch(after: bigint | null, limit: number): void {
    const batch = readPage(after, limit)
    batch.catch(() => {
      if (prefetched?.batch === batch) prefetched = undefined
    })
    prefetched = { after, limit, batch }
  }

  /** Forward reads are inclusive, so the event at `after` is skipped. */
  async function readPage(after: bigint | null, limit: number): Promise<LogBatch> {
    const wanted = after === null ? limit : limit + 1
    const page = await readAll(
      clients,
      { direction: 'forwards', from: after === null ? 'start' : placeOf(after), maxCount: wanted, waitMs: READ_MS },
      placed,
    )
    const events: LogEvent[] = []
    let lastPosition = after
    for (const { position, event } of page) {
      if (after !== null && position <= after) continue
      lastPosition = position
      if (event && follows(event.stream)) events.push(event)
    }
    return { events, reachedHead: page.length < wanted, lastPosition }
  }

  /** Reads backwards, at most to the previous result. */
  async function newest(): Promise<bigint | null> {
    let from: LogPlace = 'end'
    for (let size = HEAD_PAGE; ; size = Math.min(size * 2, MOST_HEAD_PAGE)) {
      const page: Placed[] = await readAll(
        clients,
        { direction: 'backwards', from, maxCount: size, waitMs: READ_MS },
        placed,
      )
      for (const { position, event } of page) {
        if (newestKnown !== null && position <= newestKnown) return newestKnown
        if (event && follows(event.stream)) return position
      }
      const oldest = page.at(-1)
      if (!oldest || page.length < size) return newestKnown
      from = placeOf(oldest.position)
    }
  }
}

type Placed = { position: bigint; event: LogEvent | undefined }

const placed = (event: ReadEvent): Placed => ({ position: positionOf(event), event: logEvent(event) })
