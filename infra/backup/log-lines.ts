/** The event log as lines of JSON, each an event with its position, id and time of the store. */
import { EVERY_PREFIX } from '#contracts/events/every-stream.ts'
import type { EventStoreGateway, LogEvent } from '#platform/event-store/gateway.ts'
import { linesOf } from './container/read-backup.ts'

const BATCH_EVENTS = 2_000

/** Up to `end`, a position of the store. */
export async function* logLines(
  store: Pick<EventStoreGateway, 'openLogReader'>,
  end: bigint | null,
): AsyncGenerator<Buffer> {
  if (end === null) return
  for await (const events of eventsUntil(store, end))
    if (events.length > 0) yield Buffer.from(events.map((event) => `${lineOf(event)}\n`).join(''))
}

/** In batches, as the store has them. */
export async function* eventsUntil(
  store: Pick<EventStoreGateway, 'openLogReader'>,
  end: bigint,
): AsyncGenerator<LogEvent[]> {
  const log = store.openLogReader(EVERY_PREFIX)
  try {
    for (let after: bigint | null = null; ;) {
      const { events, reachedHead, lastPosition } = await log.read(after, BATCH_EVENTS)
      yield events.filter(({ position }) => position <= end)
      if (reachedHead || lastPosition === null || lastPosition >= end) return
      after = lastPosition
    }
  } finally {
    await log.close()
  }
}

export function lineOf({ position, stream, revision, id, type, storedAt, data, metadata }: LogEvent): string {
  return JSON.stringify({
    position: String(position),
    stream,
    revision,
    id,
    type,
    storedMs: storedAt.getTime(),
    data,
    metadata,
  })
}

type Line = Omit<LogEvent, 'position' | 'storedAt'> & { position: string; storedMs: number }

export async function* eventsOf(content: AsyncIterable<Buffer>): AsyncGenerator<LogEvent> {
  for await (const line of linesOf(content)) {
    const { position, storedMs, ...event } = JSON.parse(line) as Line
    yield { ...event, position: BigInt(position), storedAt: new Date(storedMs) }
  }
}
