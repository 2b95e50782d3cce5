/**
 * A call that reads, over the official client's own channel (decision 38). The client finds the server, keeps the channel, signs in, and takes another
 * server where a call says that it should; what comes is handed on as it is read, without a stream of objects in between.
 */
import type { ClientReadableStream } from '@grpc/grpc-js'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js'
import { StreamsClient, StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { decodeReadReply, type ReadReply } from './reply.ts'

export type ReadListener = {
  /** In the order in which the server sent them. Must not throw. */
  onReply(reply: ReadReply): void
  /** Once, and nothing after it: with what ended the call, or with nothing where the server had no more to say. Not told to who cancelled. */
  onOver(error: Error | undefined): void
}

export interface ReadCall {
  /** Nothing comes until `resume`, and the server is not asked for more than a few replies ahead. */
  pause(): void
  resume(): void
  /** Nothing comes any more. */
  cancel(): void
}

/** Opens a call of its own for a request (request.ts). Never throws: whatever goes wrong, before it is sent and after, ends the call. */
export function openRead(client: EventStoreDBClient, request: Uint8Array, { onReply, onOver }: ReadListener): ReadCall {
  let call: ClientReadableStream<Buffer> | undefined
  let over = false

  function end(error?: Error): void {
    if (over) return
    over = true
    onOver(error)
  }

  function hear(message: Buffer): void {
    if (over) return
    let reply: ReadReply
    try {
      reply = decodeReadReply(message)
    } catch (error) {
      cancelCall()
      end(error as Error)
      return
    }
    onReply(reply)
  }

  /** A turn later: gRPC does not like to be told from within what it tells (grpc-node 1464, 1652). */
  function cancelCall(): void {
    if (call) setImmediate(() => call?.cancel())
  }

  client['GRPCStreamCreator'](StreamsClient, 'read', (streams: StreamsClient) => {
    const [metadata, options] = client['callArguments']({ requiresLeader: true }, { deadline: Infinity })
    call = streams.makeServerStreamRequest<Uint8Array, Buffer>(StreamsService.read.path, asSent, asCame, request, metadata, options)
    call.on('data', hear)
    // For ever: an 'error' that nobody hears ends the process.
    call.on('error', (error) => end(convertToCommandError(error)))
    call.on('end', () => end())
    if (over) cancelCall()
    return call
  })().catch((error: unknown) => end(error instanceof Error ? error : new Error(String(error))))

  return {
    pause: () => void call?.pause(),
    resume: () => void call?.resume(),
    cancel() {
      over = true
      cancelCall()
    },
  }
}

const asSent = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const asCame = (bytes: Buffer): Buffer => bytes
