/**
 * Subscriptions: confirmation, catch-up, checkpoint, caught up, live. Readers within the live buffer read from memory,
 * slower ones from PostgreSQL.
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

/** Repeats "caught up" after this many live events, as a real server does whenever its live buffer overflows. */
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
  /** Everything up to this position in `$all` is processed. */
  position: number
  /** Empty at the end. */
  page: () => Promise<StoredEvent[]>
  deliver: (event: StoredEvent) => Promise<void> | void
  /** Called at the head, before "caught up"; false suppresses that. */
  atHead: () => Promise<void> | void | false
}

/** `from` is exclusive. */
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
    throw new ReadRefusal(invalidArgument('There is no event at this position'))
  }
  const start = from === 'end' ? context.writer.tail.head : from
  let lastSent = start
  let considered = 0
  let lastCheckpoint = start
  const checkpoint = (position: number) => {
    considered = 0
    // Checkpoints only increase.
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
      // As in 24.10: at the last event sent, even if the log is far ahead.
      if (filter) return checkpoint(lastSent)
    },
  })
}

/** `from` is exclusive. A missing stream is awaited. */
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
  // Events hidden by metadata now stay hidden; later ones are delivered.
  revision = Math.max(revision, Math.min(firstVisibleRevision(head) - 1, head.revision))
  const next = pageAhead({
    fetch: (from, limit) => context.reader.streamForwards(stream, from, limit),
    after: (last) => last.revision + 1,
    headPosition: () => context.writer.tail.head,
  })
  await open.send(confirmation())
  await follow(context, open, {
    // The first page comes from PostgreSQL, so no earlier commit is missed.
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
    // As in 23.10, only for existing streams.
    atHead: () => (revision < 0 && isMissing(head) ? false : undefined),
  })
}

async function follow(context: ServerContext, open: OpenCall, follower: Follower): Promise<void> {
  const { tail } = context.writer
  let caughtUp = false
  let sinceCaughtUp = 0
  while (!open.closed) {
    const isLive = tail.covers(follower.position)
    const events = isLive ? tail.after(follower.position, LIVE_SLICE) : await follower.page()
    for (const event of events) {
      const slow = follower.deliver(event)
      if (slow) await slow
      if (open.closed) return
    }
    // A slow subscriber exceeds a real server's live buffer.
    if (isLive && events.length > CAUGHT_UP_EVERY && context.faults.take('slow-consumer', 'reads'))
      throw new ReadRefusal(consumerTooSlow())
    sinceCaughtUp += events.length
    if (sinceCaughtUp >= CAUGHT_UP_EVERY) caughtUp = false
    if (events.length > 0 || !tail.covers(follower.position)) continue
    if (!caughtUp) {
      caughtUp = true
      sinceCaughtUp = 0
      if ((await follower.atHead()) !== false) await open.send(CAUGHT_UP)
      // Events may have arrived meanwhile.
      continue
    }
    await tail.changed(open.signal)
  }
}
