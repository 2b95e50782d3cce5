/** Replies encoded by the client's generated classes. */
import { WrongExpectedVersionError } from '@eventstore/db-client'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import statusWire from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import fc from 'fast-check'
import any from 'google-protobuf/google/protobuf/any_pb.js'
import { describe, expect, it } from 'vitest'
import { decodeReply } from './append-reply.ts'

type Reply = InstanceType<typeof streams.BatchAppendResp>

function replyTo(id: string, fill: (reply: Reply) => void): Buffer {
  const correlationId = new shared.UUID()
  correlationId.setString(id)
  const reply = new streams.BatchAppendResp()
  reply.setCorrelationId(correlationId)
  fill(reply)
  return Buffer.from(reply.serializeBinary())
}

function success(revision: string, commit?: string): InstanceType<typeof streams.BatchAppendResp.Success> {
  const done = new streams.BatchAppendResp.Success()
  done.setCurrentRevision(revision)
  if (commit === undefined) {
    done.setNoPosition(new shared.Empty())
    return done
  }
  const position = new shared.AllStreamPosition()
  position.setCommitPosition(commit)
  position.setPreparePosition(commit)
  done.setPosition(position)
  return done
}

function refusal(pack?: InstanceType<typeof any.Any>): InstanceType<typeof statusWire.Status> {
  const reason = new statusWire.Status()
  reason.setCode(6)
  reason.setMessage('no')
  if (pack) reason.setDetails(pack)
  return reason
}

function errorOf(message: Buffer, stream: string): Error {
  const reply = decodeReply(message)
  if (!('refusal' in reply)) throw new Error('This is no refusal')
  return reply.refusal(stream)
}

describe('a reply to an append', () => {
  it('a reply decodes revision and position of every size', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.maxSafeNat(), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (id, revision, position) => {
        const message = replyTo(id, (reply) => reply.setSuccess(success(String(revision), String(position))))
        expect(decodeReply(message)).toEqual({ correlationId: id, revision, position })
      }),
    )
  })

  it('a reply is matched even if its id comes as two halves', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const hex = id.replaceAll('-', '')
        const [high, low] = [hex.slice(0, 16), hex.slice(16)].map((half) =>
          String(BigInt.asIntN(64, BigInt(`0x${half}`))),
        )
        const halves = new shared.UUID.Structured()
        halves.setMostSignificantBits(high!)
        halves.setLeastSignificantBits(low!)
        const correlationId = new shared.UUID()
        correlationId.setStructured(halves)
        const reply = new streams.BatchAppendResp()
        reply.setCorrelationId(correlationId)
        reply.setSuccess(success('4', '9'))
        expect(decodeReply(Buffer.from(reply.serializeBinary()))).toEqual({
          correlationId: id,
          revision: 4,
          position: 9n,
        })
      }),
    )
  })

  it('a reply may have no position', () => {
    const message = replyTo('00000000-0000-4000-8000-000000000001', (reply) => reply.setSuccess(success('0')))
    expect(decodeReply(message)).toMatchObject({ revision: 0, position: undefined })
  })

  it("a refusal becomes the official client's error, even without a stream name", () => {
    const conflict = new shared.WrongExpectedVersion()
    conflict.setCurrentStreamRevision('7')
    conflict.setExpectedStreamPosition('3')
    const packed = new any.Any()
    packed.pack(conflict.serializeBinary(), 'event_store.client.WrongExpectedVersion')
    const error = errorOf(
      replyTo('00000000-0000-4000-8000-000000000002', (reply) => reply.setError(refusal(packed))),
      'account-7.1',
    )
    expect(error).toBeInstanceOf(WrongExpectedVersionError)
    expect(error).toMatchObject({ streamName: 'account-7.1', actualVersion: 7n, expectedVersion: 3n })
  })

  it('a refusal without a reason becomes an error that does not rule out that the append was written', () => {
    expect(
      errorOf(
        replyTo('00000000-0000-4000-8000-000000000003', (reply) => reply.setError(refusal())),
        'account-7.1',
      ).message,
    ).toContain('no')
    expect(
      errorOf(
        replyTo('00000000-0000-4000-8000-000000000004', () => {}),
        'account-7.1',
      ).message,
    ).toContain('Error reply without details')
  })

  it('a malformed reply throws', () => {
    expect(() => decodeReply(Buffer.from([0x0a, 0x7f, 0x01]))).toThrow(RangeError)
  })
})
