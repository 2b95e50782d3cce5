/**
 * Errors as the official client expects them: trailers for single calls, a packed google.rpc.Status for batched
 * appends.
 */
import { Metadata, status } from '@grpc/grpc-js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import rpcStatus from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import any from 'google-protobuf/google/protobuf/any_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import { ANY, NO_STREAM, STREAM_EXISTS, type WriteOutcome } from '../log/model.ts'

export const MAX_APPEND_BYTES = 1024 * 1024

export type CallError = { code: status; details: string; metadata: Metadata }

export function callError(code: status, details: string, trailers: Record<string, string> = {}): CallError {
  const metadata = new Metadata()
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value)
  return { code, details, metadata }
}

// Header values are ASCII, so other characters are percent-encoded.
const headerText = (text: string) => (/^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text))

export const streamDeleted = (stream: string): CallError =>
  callError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': headerText(stream),
  })

export const notLeader = (host: string, port: number): CallError =>
  callError(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  })

export const unavailable = (reason: string): CallError => callError(status.UNAVAILABLE, reason)
export const invalidArgument = (reason: string): CallError => callError(status.INVALID_ARGUMENT, reason)
/** For a read of `$all` from a position without an event, worded as in 24.10. */
export const invalidReadPosition = (): CallError =>
  callError(status.UNKNOWN, 'Unexpected ReadAllResult: InvalidPosition')
/** As 23.10 ends a live subscription that reads too slowly. */
export const consumerTooSlow = (): CallError =>
  callError(status.ABORTED, 'Consumer too slow to handle event while live. Client resubscription required.')
export const accessDenied = (): CallError =>
  callError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' })
export const missingProperties = (reason: string): CallError =>
  callError(status.INVALID_ARGUMENT, reason, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  })

export const appendTooLarge = (): CallError =>
  callError(status.INVALID_ARGUMENT, `Maximum Append Size of ${MAX_APPEND_BYTES} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(MAX_APPEND_BYTES),
  })

/** For a delete, a tombstone or a classic append. */
export function outcomeError(outcome: WriteOutcome, stream: string, expected: number): CallError {
  switch (outcome.kind) {
    case 'conflict':
      return callError(status.FAILED_PRECONDITION, 'Append failed due to WrongExpectedVersion.', {
        exception: 'wrong-expected-version',
        'stream-name': headerText(stream),
        'expected-version': String(expected),
        ...(outcome.current < 0 ? {} : { 'actual-version': String(outcome.current) }),
      })
    case 'stream-deleted':
      return streamDeleted(stream)
    case 'timeout':
      return callError(status.ABORTED, 'Operation timed out')
    case 'unavailable':
      return unavailable(outcome.reason)
    case 'written':
    case 'nothing':
      throw new Error('A success is not an error')
  }
}

type Packable = { serializeBinary(): Uint8Array }

function pack(
  code: status,
  message: string,
  details: Packable,
  typeName: string,
): InstanceType<typeof rpcStatus.Status> {
  const packed = new any.Any()
  packed.pack(details.serializeBinary(), typeName)
  const error = new rpcStatus.Status()
  error.setCode(code as number as Parameters<typeof error.setCode>[0])
  error.setMessage(message)
  error.setDetails(packed)
  return error
}

/** An error without specific details. `details` must not be missing, because the client always reads it. */
export function plainStatus(code: status, message: string) {
  return pack(code, message, new empty.Empty(), 'google.protobuf.Empty')
}

export function accessDeniedStatus() {
  return pack(status.PERMISSION_DENIED, 'Access Denied', new shared.AccessDenied(), 'event_store.client.AccessDenied')
}

export function tooLargeStatus() {
  const details = new shared.MaximumAppendSizeExceeded()
  details.setMaxappendsize(MAX_APPEND_BYTES)
  return pack(
    status.INVALID_ARGUMENT,
    'MaximumAppendSizeExceeded',
    details,
    'event_store.client.MaximumAppendSizeExceeded',
  )
}

export function badRequestStatus(message: string) {
  const details = new shared.BadRequest()
  details.setMessage(message)
  return pack(status.INVALID_ARGUMENT, `Bad Request: ${message}`, details, 'event_store.client.BadRequest')
}

function wrongVersionStatus(expected: number, current: number) {
  const details = new shared.WrongExpectedVersion()
  if (current < 0) details.setCurrentNoStream(new empty.Empty())
  else details.setCurrentStreamRevision(String(current))
  if (expected === ANY) details.setExpectedAny(new empty.Empty())
  else if (expected === NO_STREAM) details.setExpectedNoStream(new empty.Empty())
  else if (expected === STREAM_EXISTS) details.setExpectedStreamExists(new empty.Empty())
  else details.setExpectedStreamPosition(String(expected))
  return pack(status.ALREADY_EXISTS, 'WrongExpectedVersion', details, 'event_store.client.WrongExpectedVersion')
}

/** For a batched append. */
export function outcomeStatus(outcome: WriteOutcome, stream: string, expected: number) {
  switch (outcome.kind) {
    case 'conflict':
      return wrongVersionStatus(expected, outcome.current)
    case 'stream-deleted': {
      const details = new shared.StreamDeleted()
      const identifier = new shared.StreamIdentifier()
      identifier.setStreamName(Buffer.from(stream))
      details.setStreamIdentifier(identifier)
      return pack(status.FAILED_PRECONDITION, 'StreamDeleted', details, 'event_store.client.StreamDeleted')
    }
    case 'timeout':
      return pack(status.DEADLINE_EXCEEDED, 'Timeout', new shared.Timeout(), 'event_store.client.Timeout')
    case 'unavailable':
      return plainStatus(status.UNAVAILABLE, outcome.reason)
    case 'written':
    case 'nothing':
      throw new Error('A success is not an error')
  }
}

/** The classic call reports a conflict as a normal response, with current and 20.6 fields. */
export function classicConflict(expected: number, current: number): InstanceType<typeof streams.AppendResp> {
  const wrong = new streams.AppendResp.WrongExpectedVersion()
  if (current < 0) {
    wrong.setCurrentNoStream(new shared.Empty())
    wrong.setNoStream2060(new shared.Empty())
  } else {
    wrong.setCurrentRevision(String(current))
    wrong.setCurrentRevision2060(current)
  }
  if (expected === ANY) {
    wrong.setExpectedAny(new shared.Empty())
    wrong.setAny2060(new shared.Empty())
  } else if (expected === STREAM_EXISTS) {
    wrong.setExpectedStreamExists(new shared.Empty())
    wrong.setStreamExists2060(new shared.Empty())
  } else if (expected === NO_STREAM) {
    wrong.setExpectedNoStream(new shared.Empty())
  } else {
    wrong.setExpectedRevision(String(expected))
    wrong.setExpectedRevision2060(expected)
  }
  const response = new streams.AppendResp()
  response.setWrongExpectedVersion(wrong)
  return response
}
