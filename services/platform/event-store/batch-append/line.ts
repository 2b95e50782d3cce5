/**
 * Sends appends over a few long-lived calls on the official client's channel, or one call each if the server lacks the
 * batched append. The messages are ours (decision 37): the client's own appends share one table per thread, stay
 * unanswered if their call ends, and die of unexpected replies.
 */
import { status } from '@grpc/grpc-js'
import { jsonEvent, NO_STREAM, type EventStoreDBClient, type JSONType } from '@eventstore/db-client'
import { StreamsClient, StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { ClientHolder } from '../client.ts'
import { settleInTime } from '../settle-in-time.ts'
import { AppendCall, type AppendCallStream } from './call.ts'
import type { Appended } from '../codec/append-reply.ts'
import type { ProposedEvent } from '../codec/append-request.ts'

export interface AppendLine {
  /** Rejects as the official client does, or with OutOfTime. */
  append(
    request: { stream: string; expectedRevision: number | undefined; events: readonly ProposedEvent[] },
    waitMs: number,
  ): Promise<Appended>
}

export interface AppendLines {
  /** Undefined if it must be opened or reopened. */
  ready(client: EventStoreDBClient): AppendLine | undefined
  /** Requests only the server's features. Rejects without an answer. */
  open(client: EventStoreDBClient): Promise<AppendLine>
}

/**
 * gRPC sends a call's next message an event-loop tick after the previous; with several calls, one tick's appends share
 * a write. Measured with 1, 3 and 8 (decision 37).
 */
const CALLS = 8

type Calls = readonly AppendCall[]
type Open = { line: AppendLine; calls: Calls; features: EventStoreDBClient['capabilities'] }

const utf8 = new TextEncoder()

/** `onIgnored`: replies without a waiting append. */
export function createAppendLines(
  clients: Pick<ClientHolder, 'capabilities'>,
  onIgnored: (error: unknown) => void,
): AppendLines {
  const lines = new WeakMap<EventStoreDBClient, Open>()
  const callOf = new WeakMap<AppendCallStream, AppendCall>()
  /** The client's cache per call, valid until call or channel ends. */
  const kept = Array.from(
    { length: CALLS },
    () => new WeakMap<StreamsClient, AppendCallStream | Promise<AppendCallStream>>(),
  )

  return {
    ready(client) {
      const open = lines.get(client)
      // Features are requested per channel: the same promise means the same channel.
      return open && open.features === client['capabilities'] && !open.calls.some(({ isOver }) => isOver)
        ? open.line
        : undefined
    },
    async open(client) {
      const features = client['capabilities']
      const knowsLongCalls = (await clients.capabilities(client)).supports(StreamsService.batchAppend)
      const calls = knowsLongCalls ? await Promise.all(kept.map((cache) => openCall(client, cache))) : []
      // After a change of leader, open calls would keep the old connection.
      for (const call of lines.get(client)?.calls ?? []) if (!calls.includes(call)) call.retire()
      const line = knowsLongCalls
        ? { append: (...asked: Parameters<AppendLine['append']>) => leastBusy(calls).append(...asked) }
        : oneByOne(client)
      lines.set(client, { line, calls, features })
      return line
    },
  }

  /** The client handles its errors as those of its own calls. */
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
    // Ended, but still in the client's cache.
    if (call.isOver) throw Object.assign(new Error('The call ended just now'), { code: status.UNAVAILABLE })
    return call
  }
}

const asIs = (bytes: Buffer): Buffer => bytes

const leastBusy = (calls: Calls): AppendCall =>
  calls.reduce((least, call) => (call.waiting < least.waiting ? call : least))

/** Without the batched append. */
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
