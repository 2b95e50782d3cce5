/**
 * Sends appends over a few long-lived calls on the official client's channel. If the server lacks the batched append,
 * each append uses a call of its own.
 * The official client finds the server, keeps the channel and learns the server's features; the append messages are
 * ours (decision 37). The client's own appends share one table per thread, stay unanswered if their call ends, and an
 * unexpected reply ends the process.
 */
import { status } from '@grpc/grpc-js'
import { jsonEvent, NO_STREAM, type EventStoreDBClient, type JSONType } from '@eventstore/db-client'
import { StreamsClient, StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { ClientHolder } from '../client.ts'
import { settleInTime } from '../settle-in-time.ts'
import { AppendCall, type AppendCallStream } from './call.ts'
import type { Appended } from './reply.ts'
import type { ProposedEvent } from './request.ts'

export interface AppendLine {
  /** Rejects as the official client does, with the server's refusal or the failure; with OutOfTime after `waitMs`. */
  append(
    request: { stream: string; expectedRevision: number | undefined; events: readonly ProposedEvent[] },
    waitMs: number,
  ): Promise<Appended>
}

export interface AppendLines {
  /** The open line to the client's server; undefined if it must be opened or reopened. */
  ready(client: EventStoreDBClient): AppendLine | undefined
  /** Sends only the request for the server's features. Rejects if it is not answered. */
  open(client: EventStoreDBClient): Promise<AppendLine>
}

/**
 * Number of calls. gRPC sends a call's next message only after the socket took the previous one, an event-loop tick
 * later; with several calls, one tick's appends share a write. Measured with 1, 3 and 8 (decision 37).
 */
const CALLS = 8

type Calls = readonly AppendCall[]
type Open = { line: AppendLine; calls: Calls; features: EventStoreDBClient['capabilities'] }

const utf8 = new TextEncoder()

/** `onIgnored` receives each reply without a waiting append. */
export function createAppendLines(
  clients: Pick<ClientHolder, 'capabilities'>,
  onIgnored: (error: unknown) => void,
): AppendLines {
  const lines = new WeakMap<EventStoreDBClient, Open>()
  const callOf = new WeakMap<AppendCallStream, AppendCall>()
  /** The official client's cache of each call, valid until the call or the channel ends. */
  const kept = Array.from(
    { length: CALLS },
    () => new WeakMap<StreamsClient, AppendCallStream | Promise<AppendCallStream>>(),
  )

  return {
    ready(client) {
      const open = lines.get(client)
      // The client requests the features again for each new channel; the same promise means that the calls' channel is
      // still current.
      return open && open.features === client['capabilities'] && !open.calls.some(({ isOver }) => isOver)
        ? open.line
        : undefined
    },
    async open(client) {
      const features = client['capabilities']
      const knowsLongCalls = (await clients.capabilities(client)).supports(StreamsService.batchAppend)
      const calls = knowsLongCalls ? await Promise.all(kept.map((cache) => openCall(client, cache))) : []
      // If the leader has changed, open calls would keep the connection to the old one forever.
      for (const call of lines.get(client)?.calls ?? []) if (!calls.includes(call)) call.retire()
      const line = knowsLongCalls
        ? { append: (...asked: Parameters<AppendLine['append']>) => leastBusy(calls).append(...asked) }
        : oneByOne(client)
      lines.set(client, { line, calls, features })
      return line
    },
  }

  /**
   * Opens a call over the client's channel, or returns the open one. The client treats its errors as those of its own
   * calls.
   */
  async function openCall(client: EventStoreDBClient, cache: (typeof kept)[number]): Promise<AppendCall> {
    const start = (streams: StreamsClient): AppendCallStream => {
      const { path } = StreamsService.batchAppend
      const stream = streams.makeBidiStreamRequest<Buffer, Buffer>(
        path,
        asIs,
        asIs,
        ...client['callArguments']({ requiresLeader: true }, { deadline: Infinity }),
      )
      callOf.set(stream, new AppendCall(stream, onIgnored))
      return stream
    }
    const call = callOf.get(await client['GRPCStreamCreator'](StreamsClient, 'appendToStream', start, cache)())!
    // The client has not dropped the ended call from its cache yet.
    if (call.isOver) throw Object.assign(new Error('The call has just ended'), { code: status.UNAVAILABLE })
    return call
  }
}

const asIs = (bytes: Buffer): Buffer => bytes

const leastBusy = (calls: Calls): AppendCall =>
  calls.reduce((least, call) => (call.waiting < least.waiting ? call : least))

/** For a server without the batched append: appends through the official client. */
function oneByOne(client: EventStoreDBClient): AppendLine {
  return {
    async append({ stream, expectedRevision, events }, waitMs) {
      const written = events.map(({ id, type, data, metadata }) =>
        jsonEvent({ id, type, data: JSON.parse(data) as JSONType, metadata: utf8.encode(metadata) }),
      )
      const revision = expectedRevision === undefined ? NO_STREAM : BigInt(expectedRevision)
      const result = await settleInTime(
        client.appendToStream(stream, written, { expectedRevision: revision, requiresLeader: true }),
        waitMs,
      )
      return { revision: Number(result.nextExpectedRevision), position: result.position?.commit }
    },
  }
}
