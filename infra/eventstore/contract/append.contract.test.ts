/** Expected revisions and repeated appends, through both append calls. */
import { randomUUID } from 'node:crypto'
import {
  ANY,
  type AppendExpectedRevision,
  binaryEvent,
  type EventData,
  MaxAppendSizeExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { all, contractStore, event, events, failure, values } from './store.ts'

const store = contractStore()
beforeAll(store.start)
afterAll(store.end)

// Credentials per call make the client use the classic call instead of the batched one.
describe.each([
  ['BatchAppend', {}],
  ['Append', { credentials: { username: 'admin', password: 'changeit' } }],
])('%s', (_call, callOptions) => {
  const append = (stream: string, written: EventData | EventData[], expectedRevision: AppendExpectedRevision) =>
    store.client.appendToStream(stream, written, { expectedRevision, ...callOptions })
  const conflict = async (promise: Promise<unknown>) => {
    const error = await failure(promise)
    expect(error).toBeInstanceOf(WrongExpectedVersionError)
    return { expected: error['expectedVersion'], actual: error['actualVersion'], stream: error['streamName'] }
  }
  const revisions = async (stream: string) =>
    (await all(store.client.readStream(stream))).map(({ revision }) => Number(revision))

  describe('expected revision', () => {
    it('no_stream begins a stream at revision 0', async () => {
      const stream = store.stream()
      expect(await append(stream, event(), NO_STREAM)).toMatchObject({ success: true, nextExpectedRevision: 0n })
      expect(await revisions(stream)).toEqual([0])
    })

    it('no_stream on an existing stream is a conflict that names its revision', async () => {
      const stream = store.stream()
      await append(stream, events(3), NO_STREAM)
      expect(await conflict(append(stream, event(), NO_STREAM))).toEqual({ expected: 'no_stream', actual: 2n, stream })
    })

    it('any begins a stream', async () => {
      const stream = store.stream()
      expect(await append(stream, event(), ANY)).toMatchObject({ nextExpectedRevision: 0n })
    })

    it('any writes at the end of a stream', async () => {
      const stream = store.stream()
      await append(stream, events(2), NO_STREAM)
      expect(await append(stream, event(), ANY)).toMatchObject({ nextExpectedRevision: 2n })
    })

    it('stream_exists on a missing stream is a conflict', async () => {
      const stream = store.stream()
      expect(await conflict(append(stream, event(), STREAM_EXISTS))).toEqual({
        expected: 'stream_exists',
        actual: 'no_stream',
        stream,
      })
    })

    it('stream_exists writes at the end of a stream', async () => {
      const stream = store.stream()
      await append(stream, event(), NO_STREAM)
      expect(await append(stream, event(), STREAM_EXISTS)).toMatchObject({ nextExpectedRevision: 1n })
    })

    it('stream_exists is satisfied by metadata alone', async () => {
      const stream = store.stream()
      await store.client.setStreamMetadata(stream, { maxCount: 10 })
      expect(await append(stream, event(), STREAM_EXISTS)).toMatchObject({ nextExpectedRevision: 0n })
    })

    it('the current revision writes the next one', async () => {
      const stream = store.stream()
      await append(stream, events(2), NO_STREAM)
      expect(await append(stream, event(), 1n)).toMatchObject({ nextExpectedRevision: 2n })
    })

    it('a revision ahead of the stream is a conflict', async () => {
      const stream = store.stream()
      await append(stream, event(), NO_STREAM)
      expect(await conflict(append(stream, event(), 5n))).toEqual({ expected: 5n, actual: 0n, stream })
    })

    it('a revision behind the stream is a conflict, and nothing is written', async () => {
      const stream = store.stream()
      await append(stream, events(3), NO_STREAM)
      expect(await conflict(append(stream, event(), 0n))).toEqual({ expected: 0n, actual: 2n, stream })
      expect(await revisions(stream)).toEqual([0, 1, 2])
    })

    it('a revision of a missing stream is a conflict with no_stream', async () => {
      const stream = store.stream()
      expect(await conflict(append(stream, event(), 0n))).toEqual({ expected: 0n, actual: 'no_stream', stream })
    })

    it('a tombstoned stream accepts nothing', async () => {
      const stream = store.stream()
      await append(stream, event(), NO_STREAM)
      await store.client.tombstoneStream(stream)
      for (const expected of [ANY, NO_STREAM, STREAM_EXISTS, 0n] as const) {
        expect(await failure(append(stream, event(), expected))).toBeInstanceOf(StreamDeletedError)
      }
    })

    it('of many writers with the same expected revision exactly one wins', async () => {
      const stream = store.stream()
      await append(stream, event(), NO_STREAM)
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) => append(stream, event(index), 0n)),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await revisions(stream)).toEqual([0, 1])
    })
  })

  describe('what is written', () => {
    it('the events of one append are consecutive, and the response names the last revision', async () => {
      const stream = store.stream()
      expect(await append(stream, events(5), NO_STREAM)).toMatchObject({ nextExpectedRevision: 4n })
      expect(values(await all(store.client.readStream(stream)))).toEqual([0, 1, 2, 3, 4])
    })

    it('the position returned is that of the last event', async () => {
      const stream = store.stream()
      const { position } = await append(stream, events(3), NO_STREAM)
      expect((await all(store.client.readStream(stream))).at(-1)?.position).toEqual(position)
    })

    it('later appends have higher positions', async () => {
      const first = await append(store.stream(), event(), NO_STREAM)
      const second = await append(store.stream(), event(), NO_STREAM)
      expect(Number(second.position?.commit)).toBeGreaterThan(Number(first.position?.commit))
    })

    it('an append of 1 MiB and more is refused whole [limit]', async () => {
      const stream = store.stream()
      const large = binaryEvent({ type: 'Large', data: new Uint8Array(600 * 1024) })
      const error = await failure(append(stream, [large, { ...large, id: randomUUID() }], NO_STREAM))
      expect(error).toBeInstanceOf(MaxAppendSizeExceededError)
      expect(error['maxAppendSize']).toBe(1024 * 1024)
      expect(await append(stream, large, NO_STREAM)).toMatchObject({ nextExpectedRevision: 0n })
    })

    it('an append larger than one message arrives whole or not at all [limit]', async () => {
      const stream = store.stream()
      const large = Array.from({ length: 5 }, () => binaryEvent({ type: 'Large', data: new Uint8Array(1000 * 1024) }))
      expect(await failure(append(stream, large, NO_STREAM))).toBeInstanceOf(MaxAppendSizeExceededError)
      await append(stream, event(), NO_STREAM)
    })
  })

  describe('repeated appends', () => {
    it('the same ids after no_stream are answered as before', async () => {
      const stream = store.stream()
      const written = events(2)
      const first = await append(stream, written, NO_STREAM)
      expect(await append(stream, written, NO_STREAM)).toEqual(first)
      expect(await revisions(stream)).toEqual([0, 1])
    })

    it('the same ids after a revision are answered as before, however much was written since', async () => {
      const stream = store.stream()
      await append(stream, event(), NO_STREAM)
      const written = events(2)
      const first = await append(stream, written, 0n)
      await append(stream, events(10), 2n)
      expect(await append(stream, written, 0n)).toEqual(first)
      expect(await revisions(stream)).toHaveLength(13)
    })

    it('the first of the same ids alone is also a repeat', async () => {
      const stream = store.stream()
      const written = events(2)
      await append(stream, written, NO_STREAM)
      expect(await append(stream, written.slice(0, 1), NO_STREAM)).toMatchObject({ nextExpectedRevision: 0n })
    })

    it('another first id is a conflict', async () => {
      const stream = store.stream()
      const [, second] = events(2)
      await append(stream, [event(), second as EventData], NO_STREAM)
      expect(await conflict(append(stream, [event(), second as EventData], NO_STREAM))).toMatchObject({ actual: 1n })
    })

    it('the same first id and another second one is a conflict', async () => {
      const stream = store.stream()
      const [first, second] = events(2)
      await append(stream, [first as EventData, second as EventData], NO_STREAM)
      expect(await conflict(append(stream, [first as EventData, event()], NO_STREAM))).toMatchObject({ actual: 1n })
    })

    it('the same ids and one more than was written is a conflict', async () => {
      const stream = store.stream()
      const written = events(2)
      await append(stream, written, NO_STREAM)
      expect(await conflict(append(stream, [...written, event()], NO_STREAM))).toMatchObject({ actual: 1n })
    })

    it('only ids are compared, never contents', async () => {
      const stream = store.stream()
      const id = randomUUID()
      await append(stream, event('first', { id }), NO_STREAM)
      await append(stream, event('second', { id }), NO_STREAM)
      expect(values(await all(store.client.readStream(stream)))).toEqual(['first'])
    })

    it('the same append sent twice concurrently is written once', async () => {
      const stream = store.stream()
      const written = events(2)
      // The real server may leave the second unanswered until it times out; it is then repeated.
      const outcomes = await Promise.allSettled([
        append(stream, written, NO_STREAM),
        append(stream, written, NO_STREAM),
      ])
      expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
      expect(await append(stream, written, NO_STREAM)).toMatchObject({ nextExpectedRevision: 1n })
      expect(await revisions(stream)).toEqual([0, 1])
    })

    it('with any, a repeat soon after is recognised [cache]', async () => {
      const stream = store.stream()
      const written = events(2)
      const first = await append(stream, written, ANY)
      expect(await append(stream, written, ANY)).toEqual(first)
      expect(await revisions(stream)).toEqual([0, 1])
    })

    it('with stream_exists, a repeat soon after is recognised [cache]', async () => {
      const stream = store.stream()
      await append(stream, event(), NO_STREAM)
      const written = event()
      await append(stream, written, STREAM_EXISTS)
      expect(await append(stream, written, STREAM_EXISTS)).toMatchObject({ nextExpectedRevision: 1n })
      expect(await revisions(stream)).toEqual([0, 1])
    })

    it('with any, a known first id and an unknown second one is a conflict [cache]', async () => {
      const stream = store.stream()
      const first = event()
      await append(stream, first, ANY)
      await conflict(append(stream, [first, event()], ANY))
    })

    it('an id may be used again on another stream', async () => {
      const id = randomUUID()
      const [one, other] = [store.stream(), store.stream()]
      await append(one, event(1, { id }), ANY)
      await append(other, event(1, { id }), ANY)
      expect(await revisions(other)).toEqual([0])
    })
  })
})
