/**
 * Subscriptions (eventstoredb.md 2.5): confirmation, catch-up, checkpoint, caught up, live. Whoever is inside the tail
 * reads from memory; whoever is behind it reads pages from PostgreSQL, and so does a live reader that fell behind.
 */
import { randomUUID } from 'node:crypto'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerContext } from '../context.ts'
import { consumerTooSlow, invalidArgument, streamDeleted } from './errors.ts'
import type { FilterPlan } from './filter.ts'
import { firstVisibleRevision, isMissing, type StoredEvent, TOMBSTONE_REVISION } from '../log/model.ts'
import type { OpenCall } from './open-call.ts'
import { PAGE_ROWS, pageAhead } from '../log/page-ahead.ts'
import { allPosition, type FrameOf, headOf, type Options, ReadRefusal, type StartingPoint } from './read-options.ts'

/** After this many live events "caught up" is said again: a real server repeats it whenever its small live buffer overran. */
const CAUGHT_UP_EVERY = 32
const LIVE_SLICE = 512

const CAUGHT_UP = ((): Buffer => {
  const response = new streams.ReadResp()
  response.setCaughtUp(new streams.ReadResp.CaughtUp())
  return Buffer.from(response.serializeBinary())
})()

function confirmation(): Buffer {
  const confirmed = new streams.ReadResp.SubscriptionConfirmation()
  confirmed.setSubscriptionId(randomUUID())
  const response = new streams.ReadResp()
  response.setConfirmation(confirmed)
  return Buffer.from(response.serializeBinary())
}

function checkpointFrame(position: number): Buffer {
  const checkpoint = new streams.ReadResp.Checkpoint()
  checkpoint.setCommitPosition(String(position))
  checkpoint.setPreparePosition(String(position))
  const response = new streams.ReadResp()
  response.setCheckpoint(checkpoint)
  return Buffer.from(response.serializeBinary())
}

type Follower = {
  /** Everything up to here was considered, as a position in `$all`. */
  position: number
  /** The next page from PostgreSQL; empty where there is nothing more. */
  page: () => Promise<StoredEvent[]>
  deliver: (event: StoredEvent) => Promise<void> | void
  /** Called at the head, before "caught up". False: "caught up" is not said yet. */
  atHead: () => Promise<void> | void | false
}

/** Subscribes to `$all` from a position (exclusive) on, with or without a filter. */
export async function subscribeToAll(
  context: ServerContext,
  options: Options,
  open: OpenCall,
  frameOf: FrameOf,
  filter: FilterPlan | null,
): Promise<void> {
  const from = await allPosition(context, options)
  if (from === 'nowhere' || from === 'beyond') {
    await open.send(confirmation())
    throw new ReadRefusal(invalidArgument('No event stands at this position'))
  }
  const start = from === 'end' ? context.writer.tail.head : from
  let lastSent = start
  let considered = 0
  let lastCheckpoint = start
  const checkpoint = (position: number) => {
    considered = 0
    // Never a second time, never lower.
    if (position <= lastCheckpoint) return
    lastCheckpoint = position
    return open.send(checkpointFrame(position))
  }
  const next = pageAhead({
    fetch: (position, limit) => context.reader.allForwards(position, limit),
    after: (last) => last.position + 1,
    headPosition: () => context.writer.tail.head,
  })
  await open.send(confirmation())
  await follow(context, open, {
    position: start,
    async page() {
      return (await next(this.position + 1, PAGE_ROWS, Infinity)).events
    },
    deliver(event) {
      this.position = event.position
      if (!filter) return open.send(frameOf(event))
      considered += 1
      const due = considered >= filter.checkpointEvery
      const matches = filter.matches(event)
      if (!matches) return due ? checkpoint(event.position) : undefined
      lastSent = event.position
      const sent = open.send(frameOf(event))
      if (!due) return sent
      return Promise.resolve(sent).then(() => checkpoint(event.position))
    },
    atHead() {
      // As 24.10: at the last event sent, however far behind it the log goes on.
      if (filter) return checkpoint(lastSent)
    },
  })
}

/** Subscribes to one stream from a revision (exclusive) on. A stream that does not exist yet is simply waited for. */
export async function subscribeToStream(
  context: ServerContext,
  stream: string,
  from: StartingPoint,
  open: OpenCall,
  frameOf: FrameOf,
): Promise<void> {
  const headPosition = context.writer.tail.head
  const head = await headOf(context, stream)
  if (head.revision === TOMBSTONE_REVISION) throw new ReadRefusal(streamDeleted(stream))
  let revision = from === 'end' ? head.revision : from === 'start' ? -1 : from
  // What metadata hides now stays hidden; nothing of what comes later may be.
  revision = Math.max(revision, Math.min(firstVisibleRevision(head) - 1, head.revision))
  const next = pageAhead({
    fetch: (from, limit) => context.reader.streamForwards(stream, from, limit),
    after: (last) => last.revision + 1,
    headPosition: () => context.writer.tail.head,
  })
  await open.send(confirmation())
  await follow(context, open, {
    // Nothing of the stream that was committed before this call can be missed: the first page asks PostgreSQL.
    position: from === 'end' ? headPosition : -1,
    async page() {
      const { events, asOf, more } = await next(revision + 1, PAGE_ROWS, Infinity)
      if (!more) this.position = Math.max(this.position, asOf)
      return events
    },
    deliver(event) {
      this.position = Math.max(this.position, event.position)
      if (event.stream !== stream || event.revision <= revision) return
      if (event.revision === TOMBSTONE_REVISION) throw new ReadRefusal(streamDeleted(stream))
      revision = event.revision
      return open.send(frameOf(event))
    },
    // 23.10 says it only for a stream that exists.
    atHead: () => (revision < 0 && isMissing(head) ? false : undefined),
  })
}

async function follow(context: ServerContext, open: OpenCall, follower: Follower): Promise<void> {
  const { tail } = context.writer
  let caughtUp = false
  let sinceCaughtUp = 0
  while (!open.closed) {
    const events = tail.covers(follower.position) ? tail.after(follower.position, LIVE_SLICE) : await follower.page()
    for (const event of events) {
      const slow = follower.deliver(event)
      if (slow) await slow
      if (open.closed) return
    }
    // A slow subscriber has let more than a real server's live buffer pile up.
    if (caughtUp && events.length > CAUGHT_UP_EVERY && context.faults.take('slow-consumer', 'reads'))
      throw new ReadRefusal(consumerTooSlow())
    sinceCaughtUp += events.length
    if (sinceCaughtUp >= CAUGHT_UP_EVERY) caughtUp = false
    if (events.length > 0 || !tail.covers(follower.position)) continue
    if (!caughtUp) {
      caughtUp = true
      sinceCaughtUp = 0
      if ((await follower.atHead()) !== false) await open.send(CAUGHT_UP)
      // Something may have come in meanwhile.
      continue
    }
    await tail.changed(open.signal)
  }
}
