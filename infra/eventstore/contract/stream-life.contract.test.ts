/** Metadata, deletes, tombstones, deadlines and discovery. */
import {
  ANY,
  DeadlineExceededError,
  EventStoreDBClient,
  NO_STREAM,
  START,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { all, contractStore, event, events, failure, values } from './store.ts'

const store = contractStore()
beforeAll(store.start)
afterAll(store.end)

async function written(count: number): Promise<string> {
  const stream = store.stream()
  await store.client.appendToStream(stream, events(count), { expectedRevision: NO_STREAM })
  return stream
}
const read = (stream: string) => all(store.client.readStream(stream))

describe('metadata', () => {
  it('is stored beside the stream', async () => {
    const stream = await written(1)
    await store.client.setStreamMetadata(stream, { maxCount: 12, note: 'ծանոթություն' })
    expect(await store.client.getStreamMetadata(stream)).toMatchObject({
      metadata: { maxCount: 12, note: 'ծանոթություն' },
    })
  })

  it('is empty if none was set', async () => {
    const { metadata } = await store.client.getStreamMetadata(await written(1))
    expect(metadata).toBeUndefined()
  })

  it('respects an expected revision', async () => {
    const stream = await written(1)
    await store.client.setStreamMetadata(stream, { maxCount: 5 }, { expectedRevision: NO_STREAM })
    expect(
      await failure(store.client.setStreamMetadata(stream, { maxCount: 6 }, { expectedRevision: NO_STREAM })),
    ).toBeInstanceOf(WrongExpectedVersionError)
  })

  it('of $maxCount shows only the newest events', async () => {
    const stream = await written(5)
    await store.client.setStreamMetadata(stream, { maxCount: 2 })
    expect(values(await read(stream))).toEqual([3, 4])
  })

  it('of $tb hides earlier events', async () => {
    const stream = await written(5)
    await store.client.setStreamMetadata(stream, { truncateBefore: 3 })
    expect(values(await read(stream))).toEqual([3, 4])
  })

  it('hides nothing from $all [$all]', async () => {
    const stream = store.stream()
    const { position } = await store.client.appendToStream(stream, event(0), { expectedRevision: NO_STREAM })
    await store.client.appendToStream(stream, event(1), { expectedRevision: 0n })
    await store.client.setStreamMetadata(stream, { maxCount: 1 })
    const found = await all(store.client.readAll({ fromPosition: position ?? START, maxCount: 100 }))
    expect(values(found.filter(({ streamId }) => streamId === stream))).toEqual([0, 1])
  })
})

describe('a deleted stream', () => {
  it('is not found', async () => {
    const stream = await written(2)
    await store.client.deleteStream(stream)
    expect(await failure(read(stream))).toBeInstanceOf(StreamNotFoundError)
  })

  it('is revived by no_stream, and its revisions continue', async () => {
    const stream = await written(3)
    await store.client.deleteStream(stream)
    expect(await store.client.appendToStream(stream, event('new'), { expectedRevision: NO_STREAM })).toMatchObject({
      nextExpectedRevision: 3n,
    })
    expect(values(await read(stream))).toEqual(['new'])
  })

  it('is revived by any', async () => {
    const stream = await written(2)
    await store.client.deleteStream(stream)
    await store.client.appendToStream(stream, event('new'), { expectedRevision: ANY })
    expect((await read(stream)).map(({ revision }) => revision)).toEqual([2n])
  })

  it('does not exist for stream_exists', async () => {
    const stream = await written(1)
    await store.client.deleteStream(stream)
    expect(
      await failure(store.client.appendToStream(stream, event(), { expectedRevision: STREAM_EXISTS })),
    ).toBeInstanceOf(StreamDeletedError)
  })

  it('is deleted only at the expected revision', async () => {
    const stream = await written(3)
    expect(await failure(store.client.deleteStream(stream, { expectedRevision: 1n }))).toBeInstanceOf(
      WrongExpectedVersionError,
    )
    expect(await read(stream)).toHaveLength(3)
    expect((await store.client.deleteStream(stream, { expectedRevision: 2n })).position).toBeDefined()
  })
})

describe('a tombstoned stream', () => {
  it('is reported to readers', async () => {
    const stream = await written(1)
    await store.client.tombstoneStream(stream)
    const error = await failure(read(stream))
    expect(error).toBeInstanceOf(StreamDeletedError)
    expect(error['streamName']).toBe(stream)
  })

  it('cannot be deleted again', async () => {
    const stream = await written(1)
    await store.client.tombstoneStream(stream)
    expect(await failure(store.client.tombstoneStream(stream))).toBeInstanceOf(StreamDeletedError)
    expect(await failure(store.client.deleteStream(stream))).toBeInstanceOf(StreamDeletedError)
  })

  it('is tombstoned only at the expected revision', async () => {
    const stream = await written(2)
    const error = await failure(store.client.tombstoneStream(stream, { expectedRevision: 0n }))
    expect(error).toMatchObject({ streamName: stream, expectedVersion: 0n, actualVersion: 1n })
    expect(error).toBeInstanceOf(WrongExpectedVersionError)
    expect(await read(stream)).toHaveLength(2)
  })
})

describe('the server', () => {
  it('times out an append whose deadline has passed, and does not write it [time]', async () => {
    const stream = store.stream()
    expect(
      await failure(store.client.appendToStream(stream, event(), { expectedRevision: NO_STREAM, deadline: -60_000 })),
    ).toBeInstanceOf(DeadlineExceededError)
    expect(await failure(read(stream))).toBeInstanceOf(StreamNotFoundError)
  })

  it('announces batched appends', async () => {
    const capabilities = await (
      store.client as unknown as {
        capabilities: Promise<{ supports: (method: { path: string }) => boolean; serverVersion: string }>
      }
    ).capabilities
    expect(capabilities.supports({ path: '/event_store.client.streams.Streams/BatchAppend' })).toBe(true)
    expect(capabilities.serverVersion).toMatch(/^\d+\.\d+/)
  })

  it('can be found by discovery', async () => {
    const client = EventStoreDBClient.connectionString(store.url.replace('esdb://', 'esdb+discover://'))
    const stream = store.stream()
    await client.appendToStream(stream, event(), { expectedRevision: NO_STREAM })
    expect(await all(client.readStream(stream))).toHaveLength(1)
    await client.dispose()
  })

  it('shows two clients the same data', async () => {
    const stream = await written(1)
    const other = EventStoreDBClient.connectionString(store.url)
    expect(await all(other.readStream(stream))).toHaveLength(1)
    await other.dispose()
  })

  it('handles hundreds of concurrent appends', async () => {
    const streams = Array.from({ length: 400 }, () => store.stream())
    const answers = await Promise.all(
      streams.map((stream) => store.client.appendToStream(stream, events(2), { expectedRevision: NO_STREAM })),
    )
    expect(answers.every(({ nextExpectedRevision }) => nextExpectedRevision === 1n)).toBe(true)
    expect(new Set(answers.map(({ position }) => position?.commit)).size).toBe(400)
  })
})
