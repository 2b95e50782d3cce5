import type { EventStore, RecordedEvent } from './event-store.ts'

const PAGE_EVENTS = 5_000
/** Per page, so that an account of any length can be read. */
const PAGE_WITHIN_MS = 10_000

/** Oldest first. Throws as `readStream`. */
export async function* accountEvents(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  pageEvents = PAGE_EVENTS,
): AsyncGenerator<RecordedEvent> {
  for (let next = 0; ;) {
    const page = await store.readStream(stream, next, { deadlineAt: Date.now() + PAGE_WITHIN_MS, maxCount: pageEvents })
    yield* page
    if (page.length < pageEvents) return
    next = page.at(-1)!.revision + 1
  }
}

export async function allAccountEvents(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = []
  for await (const event of accountEvents(store, stream)) events.push(event)
  return events
}
