import type { EventStore, RecordedEvent } from './event-store.ts'

/** Of events with all that the store tells of them. */
type Streams<E extends RecordedEvent> = { readStream(...asked: Parameters<EventStore['readStream']>): Promise<E[]> }

const PAGE_EVENTS = 5_000
/** Per page, so that an account of any length can be read. */
const PAGE_WITHIN_MS = 10_000

/** Oldest first, `fromRevision` included. Throws as `readStream`. */
export async function* accountEvents<E extends RecordedEvent>(
  store: Streams<E>,
  stream: string,
  pageEvents = PAGE_EVENTS,
  fromRevision = 0,
): AsyncGenerator<E> {
  for (let next = fromRevision; ;) {
    const page = await store.readStream(stream, next, { deadlineAt: Date.now() + PAGE_WITHIN_MS, maxCount: pageEvents })
    yield* page
    if (page.length < pageEvents) return
    next = page.at(-1)!.revision + 1
  }
}

export async function allAccountEvents<E extends RecordedEvent>(store: Streams<E>, stream: string): Promise<E[]> {
  const events: E[] = []
  for await (const event of accountEvents(store, stream)) events.push(event)
  return events
}
