/**
 * A read over the official client's channel, which handles discovery, authentication and redirects (decision 38).
 * Avoids an object stream.
 */
import type { ClientReadableStream } from '@grpc/grpc-js'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js'
import { StreamsClient, StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { decodeReadReply, type ReadReply } from '../codec/read-reply.ts'

export type ReadListener = {
  /** In order. Must not throw. */
  onReply(reply: ReadReply): void
  /** Last call; without an error if the server finished. Not after `cancel`. */
  onOver(error: Error | undefined): void
}

export interface ReadCall {
  /** The server sends only a few replies ahead. */
  pause(): void
  resume(): void
  cancel(): void
}

/** Never throws: any error ends the call. */
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

  /** gRPC cannot be cancelled inside its own callbacks (grpc-node 1464, 1652). */
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
