/** The generated classes read exactly what the hand-written encoder writes. */
import streams from '@eventstore/db-client/generated/streams_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendSuccessFrame, eventFrame } from './encode.ts'
import { type StoredEvent, TOMBSTONE_REVISION } from '../log/model.ts'
import { structuredFrame } from './structured-frame.ts'

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array))
const place = fc.oneof(
  fc.nat(),
  fc.maxSafeNat().filter((n) => n < TOMBSTONE_REVISION),
  fc.constantFrom(0, 127, 128, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 2),
)
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((text) => text.isWellFormed())
const storedEvent: fc.Arbitrary<StoredEvent> = fc.record({
  id: fc.uuid(),
  type: name,
  isJson: fc.boolean(),
  data: bytes(400),
  metadata: bytes(300),
  position: place,
  stream: name,
  revision: place,
  createdMs: fc.integer({ min: 1, max: 9e12 }),
})

describe('an encoded event', () => {
  it('is read back by the generated classes, whatever its contents', () => {
    fc.assert(
      fc.property(storedEvent, (event) => {
        const response = streams.ReadResp.deserializeBinary(eventFrame({ ...event }))
        const read = response.getEvent()
        const recorded = read?.getEvent()
        expect(read?.getCommitPosition()).toBe(String(event.position))
        expect(recorded?.getId()?.getString()).toBe(event.id)
        expect(Buffer.from(recorded?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(event.stream)
        expect(recorded?.getStreamRevision()).toBe(String(event.revision))
        expect(recorded?.getPreparePosition()).toBe(String(event.position))
        expect(recorded?.getCommitPosition()).toBe(String(event.position))
        expect(recorded?.getMetadataMap().toObject(false, (_, value) => value)).toEqual([
          ['content-type', event.isJson ? 'application/json' : 'application/octet-stream'],
          ['created', `${event.createdMs}0000`],
          ['type', event.type],
        ])
        expect(Buffer.from(recorded?.getData_asU8() ?? [])).toEqual(event.data)
        expect(Buffer.from(recorded?.getCustomMetadata_asU8() ?? [])).toEqual(event.metadata)
      }),
      { numRuns: 500 },
    )
  })

  it('is as long as that of the generated classes', () => {
    fc.assert(
      fc.property(storedEvent, (event) => {
        const frame = eventFrame({ ...event })
        // The generated classes omit position 0, which never occurs in the log.
        if (event.position === 0) return
        expect(streams.ReadResp.deserializeBinary(frame).serializeBinary()).toHaveLength(frame.length)
      }),
    )
  })

  it("carries a tombstone's revision as the largest signed number", () => {
    const event: StoredEvent = {
      id: '00000000-0000-4000-8000-000000000000',
      type: '$streamDeleted',
      isJson: false,
      data: Buffer.alloc(0),
      metadata: Buffer.alloc(0),
      position: 900,
      stream: 'gone',
      revision: TOMBSTONE_REVISION,
      createdMs: 1,
    }
    expect(streams.ReadResp.deserializeBinary(eventFrame(event)).getEvent()?.getEvent()?.getStreamRevision()).toBe(
      '9223372036854775807',
    )
  })

  it('is encoded once for all readers', () => {
    fc.assert(
      fc.property(storedEvent, (event) => {
        expect(eventFrame(event)).toBe(eventFrame(event))
      }),
      { numRuns: 5 },
    )
  })

  it('has its id in two halves on request', () => {
    fc.assert(
      fc.property(storedEvent, (event) => {
        const id = streams.ReadResp.deserializeBinary(structuredFrame(event))
          .getEvent()
          ?.getEvent()
          ?.getId()
          ?.getStructured()
        const half = (text = '0') => BigInt.asUintN(64, BigInt(text)).toString(16).padStart(16, '0')
        expect(half(id?.getMostSignificantBits()) + half(id?.getLeastSignificantBits())).toBe(
          event.id.replaceAll('-', ''),
        )
      }),
      { numRuns: 50 },
    )
  })
})

describe('an encoded success', () => {
  it('is read back by the generated classes', () => {
    fc.assert(
      fc.property(fc.uuid(), place, place, (id, revision, position) => {
        const correlation = new shared.UUID()
        correlation.setString(id)
        const frame = appendSuccessFrame(Buffer.from(correlation.serializeBinary()), revision, position)
        const response = streams.BatchAppendResp.deserializeBinary(frame)
        expect(response.getCorrelationId()?.getString()).toBe(id)
        expect(response.hasError()).toBe(false)
        expect(response.getSuccess()?.hasCurrentRevision()).toBe(true)
        expect(response.getSuccess()?.getCurrentRevision()).toBe(String(revision))
        expect(response.getSuccess()?.getPosition()?.getCommitPosition()).toBe(String(position))
        expect(response.getSuccess()?.getPosition()?.getPreparePosition()).toBe(String(position))
      }),
    )
  })
})
