/** Compares our encoding with the client's generated classes. */
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeAppend, type AppendRequest } from './append-request.ts'

const text = (maxLength: number) =>
  fc.string({ unit: 'grapheme', minLength: 1, maxLength }).filter((one) => one.isWellFormed())
const request: fc.Arbitrary<AppendRequest> = fc.record({
  correlationId: fc.uuid(),
  stream: text(60),
  expectedRevision: fc.oneof(fc.constantFrom(undefined, 0, 127, 128, 2 ** 32, 2 ** 53 - 2), fc.nat()),
  events: fc.array(fc.record({ id: fc.uuid(), type: text(30), data: text(400), metadata: text(300) }), {
    minLength: 1,
    maxLength: 5,
  }),
})

function uuid(id: string): InstanceType<typeof shared.UUID> {
  const message = new shared.UUID()
  message.setString(id)
  return message
}

/** As the client's batchAppend.js, without its deadline, which is an instant. */
function asTheClient({
  correlationId,
  stream,
  expectedRevision,
  events,
}: AppendRequest): InstanceType<typeof streams.BatchAppendReq> {
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(stream))
  const options = new streams.BatchAppendReq.Options()
  options.setStreamIdentifier(identifier)
  if (expectedRevision === undefined) options.setNoStream(new shared.Empty())
  else options.setStreamPosition(String(expectedRevision))
  const message = new streams.BatchAppendReq()
  message.setCorrelationId(uuid(correlationId))
  message.setOptions(options)
  message.setIsFinal(true)
  for (const event of events) {
    const proposed = new streams.BatchAppendReq.ProposedMessage()
    proposed.setId(uuid(event.id))
    proposed.getMetadataMap().set('type', event.type)
    proposed.getMetadataMap().set('content-type', 'application/json')
    proposed.setData(Buffer.from(event.data).toString('base64'))
    proposed.setCustomMetadata(Buffer.from(event.metadata).toString('base64'))
    message.addProposedMessages(proposed)
  }
  return message
}

describe('an append', () => {
  it("decodes with the generated classes to the client's own request, whatever it contains", () => {
    fc.assert(
      fc.property(request, (one) => {
        expect(streams.BatchAppendReq.deserializeBinary(encodeAppend(one)).toObject()).toEqual(
          streams.BatchAppendReq.deserializeBinary(asTheClient(one).serializeBinary()).toObject(),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('rejects an id of a wrong length, which would leave old memory in the buffer', () => {
    const event = { id: '00000000-0000-4000-8000-00000000000', type: 'PointsAwarded', data: '{}', metadata: '{}' }
    const correlationId = '00000000-0000-4000-8000-000000000001'
    expect(() =>
      encodeAppend({ correlationId, stream: 'account-7.1', expectedRevision: undefined, events: [event] }),
    ).toThrow(TypeError)
  })

  it('fills its buffer to the last byte', () => {
    fc.assert(
      fc.property(request, (one) => {
        // Plus four bytes for the deadline as a duration.
        expect(encodeAppend(one).length).toBe(asTheClient(one).serializeBinary().length + 4)
      }),
    )
  })
})
