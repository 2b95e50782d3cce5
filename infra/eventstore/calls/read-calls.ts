import { type ServerWritableStream, status } from '@grpc/grpc-js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { eventFrame } from './encode.ts'
import type { ServerContext } from '../context.ts'
import type { FoundEvents } from '../log/log-store.ts'
import { callError, invalidArgument, invalidReadPosition, streamDeleted, unavailable } from './errors.ts'
import { firstVisibleRevision, isMissing, type StoredEvent, TOMBSTONE_REVISION } from '../log/model.ts'
import { OpenCall } from './open-call.ts'
import { PAGE_ROWS, pageAhead } from '../log/page-ahead.ts'
import {
  allPosition,
  filterOf,
  type FrameOf,
  headOf,
  type Options,
  ReadRefusal,
  revisionOf,
  streamName,
} from './read-options.ts'
import { structuredFrame } from './structured-frame.ts'
import { subscribeToAll, subscribeToStream } from './subscriptions.ts'

export type ReadCall = ServerWritableStream<InstanceType<typeof streams.ReadReq>, Buffer>

/** Most streams fit into a small page. */
const FIRST_PAGE_ROWS = 128

export function read(context: ServerContext, call: ReadCall): void {
  const open = new OpenCall(call)
  const fail = context.track(call, () => open.close())
  answerRead(context, call, open).then(
    () => {
      if (!open.closed) call.end()
    },
    (error: unknown) => {
      if (open.closed) return
      if (error instanceof ReadRefusal) return fail(error.callError)
      context.log.error({ err: error }, 'A read failed')
      fail(unavailable('Server Is Not Ready'))
    },
  )
}

async function answerRead(context: ServerContext, call: ReadCall, open: OpenCall): Promise<void> {
  if (context.faults.take('not-leader', 'reads')) throw new ReadRefusal(context.notLeader(call.getHost()))
  const isFollower = context.faults.take('follower', 'reads')
  if (isFollower && wantsLeader(call)) throw new ReadRefusal(context.notLeader(call.getHost()))
  if (context.faults.take('too-busy', 'reads')) throw new ReadRefusal(unavailable('Server Is Too Busy'))
  if (context.faults.take('drop-call', 'reads')) throw new ReadRefusal(unavailable('The call was dropped'))
  const options = call.request.getOptions()
  if (!options) throw new ReadRefusal(invalidArgument('Options are required'))
  if (!options.hasAll() && !options.hasStream()) throw new ReadRefusal(invalidArgument('A stream or $all is required'))
  const frameOf = options.getUuidOption()?.hasStructured() ? structuredFrame : eventFrame
  const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS
  if (isFollower) return readBehind(options, open)
  if (options.hasSubscription()) {
    if (backwards) throw new ReadRefusal(invalidArgument('A subscription reads forwards'))
    if (options.hasAll()) return subscribeToAll(context, options, open, frameOf, filterOf(options))
    return subscribeToStream(context, streamName(options), revisionOf(options), open, frameOf)
  }
  if (options.getCountOptionCase() !== streams.ReadReq.Options.CountOptionCase.COUNT) {
    throw new ReadRefusal(callError(status.UNIMPLEMENTED, 'Only a count or a subscription can be read'))
  }
  const count = Number(options.getCount())
  if (options.hasAll()) return readAll(context, options, backwards, count, open, frameOf)
  return readStream(context, options, backwards, count, open, frameOf)
}

const wantsLeader = (call: ReadCall): boolean => call.metadata.get('requires-leader').includes('true')

/** Simulates a follower without data for clients that do not require the leader. */
function readBehind(options: Options, open: OpenCall): Promise<void> | void {
  if (options.hasSubscription()) return new Promise(() => undefined)
  if (options.hasStream()) return void open.send(streamNotFound(streamName(options)))
}

async function readAll(
  context: ServerContext,
  options: Options,
  backwards: boolean,
  count: number,
  open: OpenCall,
  frameOf: FrameOf,
): Promise<void> {
  const filter = filterOf(options)
  const from = await allPosition(context, options)
  if ((from === 'end' || from === 'beyond') && !backwards) return
  if (from === 'beyond' || from === 'nowhere') throw new ReadRefusal(invalidReadPosition())
  const { reader, writer } = context
  const { tail } = writer
  // Forwards includes the position, backwards excludes it. The newest events are in memory.
  const forwards = (position: number, limit: number): Promise<FoundEvents> => {
    if (!tail.spans(position)) return reader.allForwards(position, limit)
    const events = tail.after(position - 1, limit)
    return Promise.resolve({ events, more: events.length >= limit })
  }
  const next = pageAhead({
    fetch: backwards ? (position, limit) => reader.allBackwards(position, limit) : forwards,
    after: (last) => (backwards ? last.position : last.position + 1),
    headPosition: () => tail.head,
  })
  let sent = 0
  await sendPages(
    open,
    count,
    filter !== null,
    from === 'end' ? Number.MAX_SAFE_INTEGER : from,
    next,
    (event) => {
      if (filter && !filter.matches(event)) return
      sent += 1
      if (sent <= count) return open.send(frameOf(event))
    },
    (last) => (sent >= count ? null : backwards ? last.position : last.position + 1),
  )
}

async function readStream(
  context: ServerContext,
  options: Options,
  backwards: boolean,
  count: number,
  open: OpenCall,
  frameOf: FrameOf,
): Promise<void> {
  const stream = streamName(options)
  const from = revisionOf(options)
  const head = await headOf(context, stream)
  if (head.revision === TOMBSTONE_REVISION) throw new ReadRefusal(streamDeleted(stream))
  if (isMissing(head)) return open.send(streamNotFound(stream))
  if (from === 'end' && !backwards) return
  const { reader, writer } = context
  const oldest = firstVisibleRevision(head)
  const asked = from === 'end' ? head.revision : from === 'start' ? 0 : from
  const after = (last: StoredEvent) => last.revision + (backwards ? -1 : 1)
  const next = pageAhead({
    fetch: (revision, limit) =>
      backwards
        ? reader.streamBackwards(stream, revision, oldest, limit)
        : reader.streamForwards(stream, revision, limit),
    after,
    headPosition: () => writer.tail.head,
  })
  const start = backwards ? Math.min(asked, head.revision) : Math.max(asked, oldest)
  await sendPages(open, count, false, start, next, (event) => open.send(frameOf(event)), after)
}

/** Sends pages until the end, a closed call, or `after` returns null. */
async function sendPages(
  open: OpenCall,
  count: number,
  filtered: boolean,
  start: number,
  next: ReturnType<typeof pageAhead>,
  send: (event: StoredEvent) => Promise<void> | void,
  after: (last: StoredEvent) => number | null,
): Promise<void> {
  let from: number | null = start
  // With a filter, the count limits the events sent, not those read.
  let wanted = filtered ? Infinity : count
  let limit = Math.min(wanted, wanted > PAGE_ROWS ? FIRST_PAGE_ROWS : PAGE_ROWS)
  while (from !== null && wanted > 0 && !open.closed) {
    const { events, more } = await next(from, limit, wanted)
    for (const event of events) {
      const slow = send(event)
      if (slow) await slow
      if (open.closed) return
    }
    if (!more) return
    wanted -= events.length
    limit = Math.min(wanted, PAGE_ROWS)
    from = after(events.at(-1) as StoredEvent)
  }
}

function streamNotFound(stream: string): Buffer {
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(stream))
  const notFound = new streams.ReadResp.StreamNotFound()
  notFound.setStreamIdentifier(identifier)
  const response = new streams.ReadResp()
  response.setStreamNotFound(notFound)
  return Buffer.from(response.serializeBinary())
}
