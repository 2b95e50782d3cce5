import type { Client } from 'pg'
import type { EventStoreGateway, LogEvent } from '#platform/event-store/gateway.ts'
import { eventsUntil, lineOf } from '../backup/log-lines.ts'
import { insertEvents } from '../eventstore/log/log-store.ts'
import type { StoredEvent } from '../eventstore/log/model.ts'

const BATCH_EVENTS = 500

/** Writes the log into the embedded store's table as it was, in the caller's transaction. Returns the events written. */
export async function writeLog(client: Client, events: AsyncIterable<LogEvent>): Promise<number> {
  let written = 0
  let batch: StoredEvent[] = []
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await insertEvents(client, batch)
    written += batch.length
    batch = []
  }
  for await (const event of events) {
    batch.push(stored(event))
    if (batch.length >= BATCH_EVENTS) await flush()
  }
  await flush()
  return written
}

function stored({ position, storedAt, data, metadata, ...event }: LogEvent): StoredEvent {
  return {
    ...event,
    position: Number(position),
    createdMs: storedAt.getTime(),
    isJson: true,
    data: Buffer.from(JSON.stringify(data)),
    metadata: Buffer.from(metadata === undefined ? '' : JSON.stringify(metadata)),
  }
}

/**
 * Compares the log with that of a store that its own backup has restored, event for event. Returns the events compared;
 * throws at the first that differs or is missing. Later ones in the store are allowed.
 */
export async function compareLog(
  store: Pick<EventStoreGateway, 'openLogReader' | 'end'>,
  events: AsyncIterable<LogEvent>,
): Promise<number> {
  const found = flat(eventsUntil(store, (await store.end()) ?? -1n))
  let compared = 0
  for await (const event of events) {
    const { value, done } = await found.next()
    if (done) throw new Error(`The event store ends before the event at ${event.position} of the backup.`)
    if (lineOf(value) !== lineOf(event))
      throw new Error(
        `The event store has another event at ${value.position} than the backup at ${event.position}: it is another store, or restored from another night.`,
      )
    compared += 1
  }
  await found.return(undefined)
  return compared
}

async function* flat<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T, undefined> {
  for await (const batch of batches) yield* batch
  return undefined
}
