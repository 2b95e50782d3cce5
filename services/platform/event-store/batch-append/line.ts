/**
 * Sends appends over a few long-lived calls on the official client's channel, or, if the server does not know the batched append, each in a call of its own.
 *
 * The official client finds the server, keeps the channel and learns what the server can do; the messages of an append are ours (decision 37). Its own
 * appends share one table per thread, stay unanswered if their call ends, and an unexpected reply ends the process (eventstoredb.md 1.4, traps 1, 2 and 9;
 * performance.md 5.1). None of that applies here.
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
  /** Rejects as the official client does, with what the server refuses or with what went wrong; with OutOfTime after `waitMs`. */
  append(
    request: { stream: string; expectedRevision: number | undefined; events: readonly ProposedEvent[] },
    waitMs: number,
  ): Promise<Appended>
}

export interface AppendLines {
  /** The open line to the client's server; undefined if it has to be opened, for the first time or again. */
  ready(client: EventStoreDBClient): AppendLine | undefined
  /** Sends only the request for the server's features. Rejects if it is not answered. */
  open(client: EventStoreDBClient): Promise<AppendLine>
}

/**
 * gRPC sends a call's next message only after the socket has taken the one before, a turn of the event loop later. With several calls the appends of one
 * turn go out together, in one write. Measured with 1, 3 and 8 (decision 37).
 */
const CALLS = 8

type Calls = readonly AppendCall[]
type Open = { line: AppendLine; calls: Calls; features: EventStoreDBClient['capabilities'] }

const utf8 = new TextEncoder()

/** `onIgnored` hears of replies that nobody waits for. */
export function createAppendLines(
  clients: Pick<ClientHolder, 'capabilities'>,
  onIgnored: (error: unknown) => void,
): AppendLines {
  const lines = new WeakMap<EventStoreDBClient, Open>()
  const callOf = new WeakMap<AppendCallStream, AppendCall>()
  /** What the client keeps for itself of each of the calls, until it ends or the channel does. */
  const kept = Array.from(
    { length: CALLS },
    () => new WeakMap<StreamsClient, AppendCallStream | Promise<AppendCallStream>>(),
  )

  return {
    ready(client) {
      const open = lines.get(client)
      // The client asks anew with each new channel: by that it is seen that the channel of the calls is still its own.
      return open && open.features === client['capabilities'] && !open.calls.some(({ isOver }) => isOver)
        ? open.line
        : undefined
    },
    async open(client) {
      const features = client['capabilities']
      const knowsLongCalls = (await clients.capabilities(client)).supports(StreamsService.batchAppend)
      const calls = knowsLongCalls ? await Promise.all(kept.map((cache) => openCall(client, cache))) : []
      // If another server leads by now, open calls would keep the connection to the previous one for ever.
      for (const call of lines.get(client)?.calls ?? []) if (!calls.includes(call)) call.retire()
      const line = knowsLongCalls
        ? { append: (...asked: Parameters<AppendLine['append']>) => leastBusy(calls).append(...asked) }
        : oneByOne(client)
      lines.set(client, { line, calls, features })
      return line
    },
  }

  /** A call over the client's channel, or the one that is open already. What ends it badly, the client hears as of all its calls. */
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
    // The client forgets it in a moment.
    if (call.isOver) throw Object.assign(new Error('The call has just ended'), { code: status.UNAVAILABLE })
    return call
  }
}

const asIs = (bytes: Buffer): Buffer => bytes

const leastBusy = (calls: Calls): AppendCall =>
  calls.reduce((least, call) => (call.waiting < least.waiting ? call : least))

/** For a server that does not know the batched append: the official client appends. */
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
