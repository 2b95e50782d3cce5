/** Compares our decoder with the client's generated classes. */
import { convertGrpcEvent } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confirmation, eventReply, notFound, recorded, replyOf, type EventForTests } from './replies-for-tests.ts'
import { decodeReadReply, type ReadEvent } from './read-reply.ts'

const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const json = fc.json().map((text) => Buffer.from(text))
const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array))
const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((one) => one.isWellFormed())
const event: fc.Arbitrary<EventForTests> = fc.record({
  // The client refuses later versions in halves.
  id: fc.uuid({ version: [1, 2, 3, 4, 5] }),
  inHalves: fc.boolean(),
  stream: text,
  revision: fc.maxSafeNat(),
  // Servers send both or neither; the client reads a missing one as zero.
  position: uint64.filter((position) => position > 0n),
  prepare: uint64,
  described: fc.record(
    {
      type: text,
      'content-type': fc.constantFrom('application/json', 'application/octet-stream', 'application/xml'),
      created: fc.oneof(
        uint64.map(String),
        fc.constantFrom('17950000000009999', '17950000000010000', '9999', '0', 'soon'),
      ),
      other: text,
    },
    { requiredKeys: [] },
  ),
  data: fc.oneof(json, bytes),
  metadata: fc.oneof(json, bytes),
})

function asTheClient(message: Buffer): ReadEvent {
  const read = convertGrpcEvent(streams.ReadResp.deserializeBinary(message).getEvent()!).event!
  return {
    id: read.id,
    stream: read.streamId,
    revision: Number(read.revision),
    position: read.position?.commit,
    type: read.type,
    data: read.data,
    metadata: read.metadata,
    storedAt: read.created,
  }
}

/** Our decoder returns a view, the client a copy. */
const plain = (one: ReadEvent): ReadEvent => ({
  ...one,
  data: withoutClass(one.data),
  metadata: withoutClass(one.metadata),
})
const withoutClass = (value: unknown): unknown =>
  value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('hex') } : value

const some: EventForTests = {
  id: '00000000-0000-4000-8000-000000000001',
  inHalves: false,
  stream: 'account-7.1',
  revision: 0,
  position: 7n,
  prepare: 7n,
  described: { type: 'PointsAwarded', 'content-type': 'application/json', created: '17950000000010000' },
  data: Buffer.from('{"tenths":10}'),
  metadata: Buffer.from('{}'),
}

describe('a decoded event', () => {
  it("equals the official client's result, whatever it contains", () => {
    fc.assert(
      fc.property(event, (one) => {
        const message = eventReply(recorded(one), String(one.position))
        expect(decodeReadReply(message)).toEqual({ kind: 'event', event: expect.anything() })
        const reply = decodeReadReply(message)
        expect(plain((reply as { event: ReadEvent }).event)).toEqual(plain(asTheClient(message)))
      }),
      { numRuns: 1_000 },
    )
  })

  it('takes the position beside it if it has none of its own, as at the start of a log', () => {
    const one = recorded(some)
    one.setCommitPosition('0')
    one.setPreparePosition('0')
    expect(decodeReadReply(eventReply(one, '0'))).toMatchObject({ event: { position: 0n } })
    expect(decodeReadReply(eventReply(one))).toMatchObject({ event: { position: undefined } })
  })

  it("keeps its millisecond, even in that millisecond's last tick", () => {
    const stored = (created: string) =>
      decodeReadReply(eventReply(recorded({ ...some, described: { ...some.described, created } })))
    expect(stored('17950000000009999')).toMatchObject({ event: { storedAt: new Date(1_795_000_000_000) } })
    expect(stored('17950000000010000')).toMatchObject({ event: { storedAt: new Date(1_795_000_000_001) } })
  })

  it('without content throws', () => {
    expect(() => decodeReadReply(eventReply())).toThrow(RangeError)
  })
})

describe('a reply to a read', () => {
  it('is a checkpoint with both parts of its position', () => {
    fc.assert(
      fc.property(uint64, uint64, (commit, prepare) => {
        const message = replyOf((reply) => {
          const checkpoint = new streams.ReadResp.Checkpoint()
          checkpoint.setCommitPosition(String(commit))
          checkpoint.setPreparePosition(String(prepare))
          reply.setCheckpoint(checkpoint)
        })
        expect(decodeReadReply(message)).toEqual({ kind: 'checkpoint', position: { commit, prepare } })
      }),
    )
  })

  it('confirms a subscription, with or without a name', () => {
    expect(decodeReadReply(confirmation('a1'))).toEqual({ kind: 'confirmation' })
    expect(decodeReadReply(confirmation(''))).toEqual({ kind: 'confirmation' })
  })

  it('is ignored if unused: stream not found, caught up, fell behind, stream position, or a later kind', () => {
    const fills: ((reply: InstanceType<typeof streams.ReadResp>) => void)[] = [
      (reply) => void reply.setCaughtUp(new streams.ReadResp.CaughtUp()),
      (reply) => void reply.setFellBehind(new streams.ReadResp.FellBehind()),
      (reply) => void reply.setLastStreamPosition('9'),
    ]
    for (const fill of fills) expect(decodeReadReply(replyOf(fill))).toEqual({ kind: 'other' })
    expect(decodeReadReply(notFound())).toEqual({ kind: 'other' })
    expect(decodeReadReply(Buffer.from([0xa2, 0x01, 0x01, 0x00]))).toEqual({ kind: 'other' })
  })

  it('that is malformed throws', () => {
    fc.assert(
      fc.property(event, fc.nat(), (one, cut) => {
        const message = eventReply(recorded(one), String(one.position))
        expect(() => decodeReadReply(message.subarray(0, 1 + (cut % (message.length - 1))))).toThrow(RangeError)
      }),
    )
  })
})
