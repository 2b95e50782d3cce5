/** Decodes BatchAppendResp: success, the hot path, by hand; refusals by the client's generated classes. */
import { unpackToCommandError } from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { readUuid, WireReader } from './wire.ts'

/** `position`: undefined if not sent, as for an empty append. */
export type Appended = { revision: number; position: bigint | undefined }
export type AppendReply = { correlationId: string } & (Appended | { refusal: (stream: string) => Error })

/** Throws a RangeError if malformed. */
export function decodeReply(message: Buffer): AppendReply {
  const reader = new WireReader(message)
  let correlationId = ''
  let appended: Appended | undefined
  while (!reader.done) {
    const tag = reader.varint()
    if (tag === 0x0a) correlationId = readUuid(reader.message())
    else if (tag === 0x1a) appended = readSuccess(reader.message())
    else reader.skip(tag & 7)
  }
  return appended ? { correlationId, ...appended } : { correlationId, refusal: (stream) => refusalOf(message, stream) }
}

function readSuccess(reader: WireReader): Appended {
  const appended: Appended = { revision: 0, position: undefined }
  while (!reader.done) {
    const tag = reader.varint()
    if (tag === 0x08) appended.revision = reader.varint()
    else if (tag === 0x1a) appended.position = readCommitPosition(reader.message())
    else reader.skip(tag & 7)
  }
  return appended
}

function readCommitPosition(reader: WireReader): bigint {
  let position = 0n
  while (!reader.done) {
    const tag = reader.varint()
    if (tag === 0x08) position = reader.uint64()
    else reader.skip(tag & 7)
  }
  return position
}

/** A refusal may lack stream and reason; without a reason it must be retried. */
function refusalOf(message: Buffer, stream: string): Error {
  const error = streams.BatchAppendResp.deserializeBinary(message).getError()
  return error?.hasDetails()
    ? unpackToCommandError(error, stream)
    : new Error(`Error reply without details: ${error?.getMessage() ?? ''}`)
}
