/** Reads of streams and of `$all`. */
import { randomBytes } from 'node:crypto'
import { status } from '@grpc/grpc-js'
import {
  BACKWARDS,
  binaryEvent,
  END,
  FORWARDS,
  NO_STREAM,
  type Position,
  START,
  StreamNotFoundError,
} from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { all, contractStore, event, events, failure, values } from './store.ts'

const store = contractStore()
beforeAll(store.start)
afterAll(store.end)

async function written(count: number) {
  const stream = store.stream()
  const { position } = await store.client.appendToStream(stream, events(count), { expectedRevision: NO_STREAM })
  return { stream, position: position as Position }
}

describe('a stream', () => {
  it('that does not exist is reported by name', async () => {
    const stream = store.stream()
    const error = await failure(all(store.client.readStream(stream)))
    expect(error).toBeInstanceOf(StreamNotFoundError)
    expect(error['streamName']).toBe(stream)
  })

  it('is read from its first event on', async () => {
    const { stream } = await written(4)
    expect(values(await all(store.client.readStream(stream, { fromRevision: START })))).toEqual([0, 1, 2, 3])
  })

  it('is read from a revision on, inclusive', async () => {
    const { stream } = await written(4)
    expect(values(await all(store.client.readStream(stream, { fromRevision: 2n })))).toEqual([2, 3])
  })

  it('is read up to the requested count', async () => {
    const { stream } = await written(4)
    expect(values(await all(store.client.readStream(stream, { fromRevision: 1n, maxCount: 2 })))).toEqual([1, 2])
  })

  it('is read backwards from its last event', async () => {
    const { stream } = await written(4)
    expect(values(await all(store.client.readStream(stream, { direction: BACKWARDS, fromRevision: END })))).toEqual([
      3, 2, 1, 0,
    ])
  })

  it('is read backwards from a revision, inclusive', async () => {
    const { stream } = await written(4)
    expect(values(await all(store.client.readStream(stream, { direction: BACKWARDS, fromRevision: 1n })))).toEqual([
      1, 0,
    ])
  })

  it('returns its last event for a backwards read of one', async () => {
    const { stream } = await written(4)
    expect(
      values(await all(store.client.readStream(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }))),
    ).toEqual([3])
  })

  it('has nothing past its end', async () => {
    const { stream } = await written(2)
    expect(await all(store.client.readStream(stream, { fromRevision: 100n }))).toEqual([])
  })

  it('returns everything backwards from a revision past its end', async () => {
    const { stream } = await written(2)
    expect(values(await all(store.client.readStream(stream, { direction: BACKWARDS, fromRevision: 100n })))).toEqual([
      1, 0,
    ])
  })

  it('of thousands of events is complete and in order, in both directions', async () => {
    const stream = store.stream()
    for (let from = 0; from < 2600; from += 650) {
      await store.client.appendToStream(stream, events(650), {
        expectedRevision: from === 0 ? NO_STREAM : BigInt(from - 1),
      })
    }
    const expected = Array.from({ length: 2600 }, (_, index) => index)
    expect((await all(store.client.readStream(stream))).map(({ revision }) => Number(revision))).toEqual(expected)
    const backwards = await all(store.client.readStream(stream, { direction: BACKWARDS, fromRevision: END }))
    expect(backwards.map(({ revision }) => Number(revision))).toEqual(expected.toReversed())
  })

  it.each(['հաշիվ հատիկ/1', '"quoted", {in braces} and \\slashed\\'])(
    'may have a name in any script and with any characters: %s',
    async (name) => {
      const stream = store.stream(name)
      await store.client.appendToStream(stream, event(), { expectedRevision: NO_STREAM })
      expect((await all(store.client.readStream(stream)))[0]?.streamId).toBe(stream)
    },
  )
})

describe('an event', () => {
  it('keeps id, type, stream and revision', async () => {
    const stream = store.stream()
    const one = event(1, { type: 'Հաշվված' })
    await store.client.appendToStream(stream, one, { expectedRevision: NO_STREAM })
    expect(await all(store.client.readStream(stream))).toMatchObject([
      { id: one.id, type: 'Հաշվված', streamId: stream, revision: 0n, isJson: true },
    ])
  })

  it('keeps JSON data and metadata', async () => {
    const stream = store.stream()
    const metadata = { actor: 'քանի՞', deep: { list: [1, 2.5, null] } }
    await store.client.appendToStream(stream, event('բարև "\\', { metadata }), { expectedRevision: NO_STREAM })
    expect(await all(store.client.readStream(stream))).toMatchObject([{ data: { value: 'բարև "\\' }, metadata }])
  })

  it('has no metadata if none was given', async () => {
    const { stream } = await written(1)
    expect((await all(store.client.readStream(stream)))[0]?.metadata).toBeUndefined()
  })

  it('keeps bytes unchanged', async () => {
    const stream = store.stream()
    const data = new Uint8Array(randomBytes(70_000))
    const metadata = new Uint8Array([0, 255, 1, 254])
    await store.client.appendToStream(stream, binaryEvent({ type: 'Bytes', data, metadata }), {
      expectedRevision: NO_STREAM,
    })
    const [found] = await all(store.client.readStream(stream))
    expect(found?.isJson).toBe(false)
    expect(Buffer.from(found?.data as Uint8Array).equals(data)).toBe(true)
    expect(Buffer.from(found?.metadata as unknown as Uint8Array).equals(metadata)).toBe(true)
  })

  it('may be empty', async () => {
    const stream = store.stream()
    await store.client.appendToStream(stream, binaryEvent({ type: 'Nothing', data: new Uint8Array() }), {
      expectedRevision: NO_STREAM,
    })
    expect((await all(store.client.readStream(stream)))[0]?.data).toHaveLength(0)
  })

  it("carries the server's time", async () => {
    const { stream } = await written(1)
    const { created } = (await all(store.client.readStream(stream)))[0] ?? {}
    expect(created).toBeInstanceOf(Date)
    expect(Math.abs(Number(created) - Date.now())).toBeLessThan(10 * 60_000)
  })
})

describe('$all', () => {
  // Events since this test's own position; on a shared server others may write in between.
  const since = async (position: Position, streams: string[], maxCount = 5000) =>
    (await all(store.client.readAll({ fromPosition: position, maxCount }))).filter(({ streamId }) =>
      streams.includes(streamId),
    )

  it('has the events of all streams in the order of their commits [$all]', async () => {
    const first = await written(1)
    const second = await written(1)
    await store.client.appendToStream(first.stream, event('again'), { expectedRevision: 0n })
    const found = await since(first.position, [first.stream, second.stream])
    expect(found.map(({ streamId }) => streamId)).toEqual([first.stream, second.stream, first.stream])
  })

  it('has increasing positions, with equal commit and prepare positions [$all]', async () => {
    const { stream, position } = await written(1)
    await store.client.appendToStream(stream, events(20), { expectedRevision: 0n })
    const found = await all(store.client.readAll({ fromPosition: position, maxCount: 21 }))
    found.reduce((before, { position: at }) => {
      expect(at?.commit).toBe(at?.prepare)
      expect(at?.commit).toBeGreaterThan(before)
      return at?.commit as bigint
    }, -1n)
  })

  it('is read from a position on, inclusive [$all]', async () => {
    const { stream, position } = await written(1)
    const [found] = await all(store.client.readAll({ fromPosition: position, maxCount: 1 }))
    expect(found).toMatchObject({ streamId: stream, revision: 0n, position })
  })

  it('is read backwards from before a position [$all]', async () => {
    const { stream, position } = await written(3)
    const [found] = await all(store.client.readAll({ direction: BACKWARDS, fromPosition: position, maxCount: 1 }))
    expect(found).toMatchObject({ streamId: stream, revision: 1n })
  })

  it('is read backwards from its end, newest first [$all]', async () => {
    const { stream } = await written(2)
    const newest = await all(store.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 200 }))
    expect(values(newest.filter(({ streamId }) => streamId === stream))).toEqual([1, 0])
  })

  it('has nothing forwards from its end [$all]', async () => {
    await written(1)
    expect(await all(store.client.readAll({ direction: FORWARDS, fromPosition: END, maxCount: 10 }))).toEqual([])
  })

  it('keeps the events of one append together [$all]', async () => {
    const streams = Array.from({ length: 8 }, () => store.stream())
    const before = await written(1)
    await Promise.all(
      streams.map((stream) => store.client.appendToStream(stream, events(5), { expectedRevision: NO_STREAM })),
    )
    const found = (await since(before.position, streams)).map(({ streamId }) => streamId)
    expect(found).toHaveLength(40)
    for (const stream of streams) expect(found.lastIndexOf(stream) - found.indexOf(stream)).toBe(4)
  })

  it('is read up to the requested count [$all]', async () => {
    const { position } = await written(1)
    await written(10)
    expect(await all(store.client.readAll({ fromPosition: position, maxCount: 7 }))).toHaveLength(7)
  })

  it('is refused from a position without an event, and is empty beyond the end [$all]', async () => {
    const { position } = await written(1)
    const between = { commit: position.commit - 1n, prepare: position.commit - 1n }
    const beyond = { commit: 1n << 60n, prepare: 1n << 60n }
    const refused = expect.objectContaining({
      code: status.UNKNOWN,
      message: expect.stringMatching(/Unexpected ReadAllResult: (InvalidPosition|Error)/),
    })
    for (const direction of [FORWARDS, BACKWARDS] as const) {
      expect(await failure(all(store.client.readAll({ direction, fromPosition: between, maxCount: 1 })))).toEqual(
        refused,
      )
    }
    expect(
      await failure(all(store.client.readAll({ direction: BACKWARDS, fromPosition: beyond, maxCount: 1 }))),
    ).toEqual(refused)
    expect(await all(store.client.readAll({ direction: FORWARDS, fromPosition: beyond, maxCount: 1 }))).toEqual([])
  })

  it('has system events, whose streams begin with $ [$all]', async () => {
    const found = await all(store.client.readAll({ fromPosition: START, maxCount: 50 }))
    expect(found.some(({ streamId }) => streamId.startsWith('$'))).toBe(true)
  })

  it('includes an event once its append is answered [$all]', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { stream, position } = await written(1)
      expect((await since(position, [stream])).map(({ streamId }) => streamId)).toEqual([stream])
    }
  })
})
