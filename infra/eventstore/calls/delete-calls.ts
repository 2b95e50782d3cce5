/** Streams/Delete (the stream may be written again, revisions continue) and Streams/Tombstone (final). */
import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { writeDeadline } from './append-calls.ts'
import { readableStreamName } from './decode.ts'
import { invalidArgument, outcomeError, unavailable } from './errors.ts'
import { ANY, NO_STREAM, STREAM_EXISTS } from '../log/model.ts'
import type { ServerContext } from '../context.ts'

type RemoveRequest = InstanceType<typeof streams.DeleteReq> | InstanceType<typeof streams.TombstoneReq>

/** Returns the position of the deletion event. */
export function removeStream(
  context: ServerContext,
  kind: 'delete' | 'tombstone',
  call: ServerUnaryCall<RemoveRequest, Buffer>,
  callback: sendUnaryData<Buffer>,
): void {
  const options = call.request.getOptions()
  let stream: string
  try {
    stream = readableStreamName(options?.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array())
  } catch (error) {
    return callback(invalidArgument((error as Error).message))
  }
  if (!options || stream === '' || stream === '$all') return callback(invalidArgument('A stream name is required'))
  if (context.faults.take('not-leader')) return callback(context.notLeader(call.getHost()))
  if (context.faults.take('too-busy')) return callback(unavailable('Server Is Too Busy'))
  const expected = options.hasRevision()
    ? Number(options.getRevision())
    : options.hasNoStream()
      ? NO_STREAM
      : options.hasStreamExists()
        ? STREAM_EXISTS
        : ANY
  context.writer.enqueue({
    kind,
    stream,
    expected,
    events: [],
    bytes: 0,
    overdueAt: writeDeadline({ deadlineAt: Number(call.getDeadline()) }),
    answer: (outcome) => {
      if (outcome.kind !== 'written') return callback(outcomeError(outcome, stream, expected))
      const Response = kind === 'delete' ? streams.DeleteResp : streams.TombstoneResp
      const position = new Response.Position()
      position.setCommitPosition(String(outcome.position))
      position.setPreparePosition(String(outcome.position))
      const response = new Response()
      response.setPosition(position)
      callback(null, Buffer.from(response.serializeBinary()))
    },
  })
}
