/** The hand-written decoder reads exactly what the generated classes write. */
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import timestamp from 'google-protobuf/google/protobuf/timestamp_pb.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendSize, BadRequestError, decodeAppend, decodeBatchAppend, decodeUuid } from './decode.ts'
import { ANY, NO_STREAM, STREAM_EXISTS } from '../log/model.ts'

const proposed = fc.record({
  id: fc.uuid(),
  type: fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .filter((text) => text.isWellFormed() && !text.includes('\0')),
  isJson: fc.boolean(),
  data: fc.uint8Array({ maxLength: 200 }),
  metadata: fc.uint8Array({ maxLength: 200 }),
})
const expectedRevision = fc.oneof(fc.maxSafeNat(), fc.constantFrom(ANY, NO_STREAM, STREAM_EXISTS))

function identifier(stream: string) {
  const message = new shared.StreamIdentifier()
  message.setStreamName(Buffer.from(stream))
  return message
}

function fill<
  Message extends
    | InstanceType<typeof streams.BatchAppendReq.ProposedMessage>
    | InstanceType<typeof streams.AppendReq.ProposedMessage>,
>(
  message: Message,
  event: { id: string; type: string; isJson: boolean; data: Uint8Array; metadata: Uint8Array },
): Message {
  const id = new shared.UUID()
  id.setString(event.id.toUpperCase())
  message.setId(id)
  message.getMetadataMap().set('type', event.type)
  message.getMetadataMap().set('content-type', event.isJson ? 'application/json' : 'application/octet-stream')
  message.setData(event.data)
  message.setCustomMetadata(event.metadata)
  return message
}

const plain = (event: { id: string; type: string; isJson: boolean; data: Uint8Array; metadata: Uint8Array }) => ({
  ...event,
  data: Buffer.from(event.data),
  metadata: Buffer.from(event.metadata),
})

describe('a batched append', () => {
  it('is read as written, whatever its contents', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.string({ minLength: 1 }),
        expectedRevision,
        fc.array(proposed, { maxLength: 5 }),
        fc.boolean(),
        (correlation, stream, expected, events, isFinal) => {
          fc.pre(!stream.includes('\0'))
          const id = new shared.UUID()
          id.setString(correlation)
          const options = new streams.BatchAppendReq.Options()
          options.setStreamIdentifier(identifier(stream))
          if (expected === ANY) options.setAny(new empty.Empty())
          else if (expected === NO_STREAM) options.setNoStream(new empty.Empty())
          else if (expected === STREAM_EXISTS) options.setStreamExists(new empty.Empty())
          else options.setStreamPosition(String(expected))
          options.setDeadline(timestamp.Timestamp.fromDate(new Date(1_800_000_000_123)))
          const request = new streams.BatchAppendReq()
          request.setCorrelationId(id)
          request.setOptions(options)
          request.setIsFinal(isFinal)
          for (const event of events)
            request.addProposedMessages(fill(new streams.BatchAppendReq.ProposedMessage(), event))

          const chunk = decodeBatchAppend(Buffer.from(request.serializeBinary()))
          expect(chunk.correlationId).toEqual(Buffer.from(id.serializeBinary()))
          expect(chunk.isFinal).toBe(isFinal)
          expect(chunk.options?.stream).toBe(stream)
          expect(chunk.options?.expected).toBe(expected)
          expect(Math.round(chunk.options?.deadlineAt ?? 0)).toBe(1_800_000_000_123)
          expect(chunk.events).toEqual(events.map(plain))
          expect(chunk.bytes).toBe(chunk.events.reduce((sum, event) => sum + appendSize(event), 0))
        },
      ),
    )
  })

  it('with one error keeps its correlation id, so that it alone can be refused', () => {
    const id = new shared.UUID()
    id.setString('11111111-1111-4111-8111-111111111111')
    const request = new streams.BatchAppendReq()
    request.setCorrelationId(id)
    request.setIsFinal(true)
    request.addProposedMessages(new streams.BatchAppendReq.ProposedMessage())
    const chunk = decodeBatchAppend(Buffer.from(request.serializeBinary()))
    expect(chunk).toMatchObject({ isFinal: true, events: [], problem: 'Every event needs an id' })
    expect(chunk.correlationId).toEqual(Buffer.from(id.serializeBinary()))
  })

  it('cut off anywhere is refused or read, and never harms the server', () => {
    const request = new streams.BatchAppendReq()
    const event = {
      id: '11111111-1111-4111-8111-111111111111',
      type: 'Counted',
      isJson: true,
      data: Buffer.from('{}'),
      metadata: Buffer.alloc(0),
    }
    request.addProposedMessages(fill(new streams.BatchAppendReq.ProposedMessage(), event))
    const whole = Buffer.from(request.serializeBinary())
    for (let length = 1; length < whole.length; length += 1) {
      expect(() => decodeBatchAppend(whole.subarray(0, length))).toThrow()
    }
  })

  it('of random bytes is refused or read, and never harms the server', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        try {
          decodeBatchAppend(Buffer.from(noise))
        } catch (error) {
          expect(error instanceof BadRequestError || error instanceof RangeError).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a classic append', () => {
  it('has options first, then one event per message', () => {
    fc.assert(
      fc.property(proposed, expectedRevision, (event, expected) => {
        const options = new streams.AppendReq.Options()
        options.setStreamIdentifier(identifier('account-1'))
        if (expected === ANY) options.setAny(new shared.Empty())
        else if (expected === NO_STREAM) options.setNoStream(new shared.Empty())
        else if (expected === STREAM_EXISTS) options.setStreamExists(new shared.Empty())
        else options.setRevision(String(expected))
        const first = new streams.AppendReq()
        first.setOptions(options)
        expect(decodeAppend(Buffer.from(first.serializeBinary()))).toEqual({
          options: { stream: 'account-1', expected, mayTakeMs: null, deadlineAt: null },
          event: null,
        })
        const second = new streams.AppendReq()
        second.setProposedMessage(fill(new streams.AppendReq.ProposedMessage(), event))
        expect(decodeAppend(Buffer.from(second.serializeBinary()))).toEqual({ options: null, event: plain(event) })
      }),
    )
  })
})

describe('an id', () => {
  it('may come as two halves', () => {
    fc.assert(
      fc.property(fc.uuid(), (text) => {
        const hex = text.replaceAll('-', '')
        const structured = new shared.UUID.Structured()
        structured.setMostSignificantBits(BigInt.asIntN(64, BigInt(`0x${hex.slice(0, 16)}`)).toString())
        structured.setLeastSignificantBits(BigInt.asIntN(64, BigInt(`0x${hex.slice(16)}`)).toString())
        const id = new shared.UUID()
        id.setStructured(structured)
        expect(decodeUuid(Buffer.from(id.serializeBinary()))).toBe(text)
      }),
    )
  })

  it('that is invalid is refused', () => {
    const id = new shared.UUID()
    id.setString('not-an-id')
    expect(() => decodeUuid(Buffer.from(id.serializeBinary()))).toThrow(BadRequestError)
  })
})
