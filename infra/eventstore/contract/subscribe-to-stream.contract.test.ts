/** Subscriptions to a stream. */
import { END, NO_STREAM, START, StreamDeletedError } from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collect, contractStore, event, events, values } from './store.ts'

const store = contractStore()
beforeAll(store.start)
afterAll(store.end)

const write = (stream: string, count = 1) =>
  store.client.appendToStream(stream, events(count), { expectedRevision: NO_STREAM })

describe('a subscription to a stream', () => {
  it('delivers its history and then new events', async () => {
    const stream = store.stream()
    await write(stream, 3)
    const live = collect(store.client.subscribeToStream(stream, { fromRevision: START }))
    await live.received(3)
    await store.client.appendToStream(stream, event('live'), { expectedRevision: 2n })
    await live.received(4)
    expect(values(live.seen)).toEqual([0, 1, 2, 'live'])
    await live.end()
  })

  it('begins after the given revision', async () => {
    const stream = store.stream()
    await write(stream, 4)
    const live = collect(store.client.subscribeToStream(stream, { fromRevision: 1n }))
    await live.caughtUp()
    expect(values(live.seen)).toEqual([2, 3])
    await live.end()
  })

  it('from the end delivers only new events', async () => {
    const stream = store.stream()
    await write(stream, 2)
    const live = collect(store.client.subscribeToStream(stream, { fromRevision: END }))
    await live.caughtUp()
    await store.client.appendToStream(stream, event('later'), { expectedRevision: 1n })
    await live.received(1)
    expect(values(live.seen)).toEqual(['later'])
    await live.end()
  })

  it('waits for a stream that does not exist yet', async () => {
    const stream = store.stream()
    const live = collect(store.client.subscribeToStream(stream))
    await live.confirmed()
    await write(stream, 2)
    await live.received(2)
    expect(values(live.seen)).toEqual([0, 1])
    await live.end()
  })

  it('delivers nothing of other streams', async () => {
    const stream = store.stream()
    const live = collect(store.client.subscribeToStream(stream))
    await live.confirmed()
    await write(store.stream(), 5)
    await write(stream)
    await live.received(1)
    expect(live.seen).toHaveLength(1)
    await live.end()
  })

  it('is refused if the stream is tombstoned', async () => {
    const stream = store.stream()
    await write(stream)
    await store.client.tombstoneStream(stream)
    const live = collect(store.client.subscribeToStream(stream))
    expect(await live.failed()).toBeInstanceOf(StreamDeletedError)
  })

  it('ends without an error when the client ends it', async () => {
    const stream = store.stream()
    await write(stream)
    const live = collect(store.client.subscribeToStream(stream))
    await live.received(1)
    await live.end()
    await write(store.stream())
    expect(live.errors).toEqual([])
  })
})
