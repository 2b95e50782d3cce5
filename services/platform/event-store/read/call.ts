/**
 * A read call over the official client's channel (decision 38). The client finds the server, keeps the channel,
 * authenticates, and follows a call's redirect to another server. Replies are passed on as decoded, without an object
 * stream in between.
 */
import type { ClientReadableStream } from '@grpc/grpc-js'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js'
import { StreamsClient, StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { decodeReadReply, type ReadReply } from './reply.ts'

export type ReadListener = {
  /** In the server's order. Must not throw. */
  onReply(reply: ReadReply): void
  /**
   * Called once, last: with the error that ended the call, or without one if the server finished. Not called after
   * `cancel`.
   */
  onOver(error: Error | undefined): void
}

export interface ReadCall {
  /** No replies until `resume`; the server sends no more than a few replies ahead. */
  pause(): void
  resume(): void
  /** No further replies. */
  cancel(): void
}

/**
 * Opens a call for an encoded request (request.ts). Never throws: any error, before or after sending, ends the call.
 */
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

  /**
   * Cancels an event-loop tick later: gRPC cannot be cancelled from within its own callbacks (grpc-node 1464, 1652).
   */
  function cancelCall(): void {
    if (call) setImmediate(() => call?.cancel())
  }

  client['GRPCStreamCreator'](StreamsClient, 'read', (streams: StreamsClient) => {
    const [metadata, options] = client['callArguments']({ requiresLeader: true }, { deadline: Infinity })
    call = streams.makeServerStreamRequest<Uint8Array, Buffer>(
      StreamsService.read.path,
      asSent,
      asCame,
      request,
      metadata,
      options,
    )
    call.on('data', hear)
    // Never removed: an 'error' event without a listener ends the process.
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
