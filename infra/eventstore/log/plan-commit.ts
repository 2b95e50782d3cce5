/**
 * Plans one commit in memory, without I/O: writes are decided in order against heads that include earlier ones.
 * Conflicts never reach PostgreSQL, and a bad append does not fail its neighbours.
 */
import { decideAppend, type WrittenBefore } from './decide-append.ts'
import type { Clock } from './history-clock.ts'
import {
  ANY,
  MISSING_STREAM,
  metadataLimits,
  NO_STREAM,
  type ProposedEvent,
  SOFT_DELETED,
  STREAM_EXISTS,
  type StoredEvent,
  type StreamHead,
  TOMBSTONE_REVISION,
  type WriteOutcome,
  type WriteRequest,
} from './model.ts'
import { metadataEvent, tombstoneEvent } from './system-events.ts'

export type CommittedState = {
  head: (stream: string) => StreamHead | undefined
  idAt: (stream: string, revision: number) => { id: string; position: number } | undefined
  recent: (stream: string, id: string) => WrittenBefore | undefined
  /** The last position assigned, committed or not. */
  position: number
}

export type CommitPlan = {
  /** In order of position; events of one append are contiguous. */
  events: StoredEvent[]
  /** One per request, valid once committed. */
  outcomes: WriteOutcome[]
  heads: Map<string, StreamHead>
  position: number
}

/** Like a file offset: increasing, with gaps. */
export function positionAfter(position: number, event: ProposedEvent): number {
  return position + 64 + event.data.length + event.metadata.length + (event.type.length % 8)
}

export function planCommit(requests: readonly WriteRequest[], committed: CommittedState, clock: Clock): CommitPlan {
  const plan: CommitPlan = { events: [], outcomes: [], heads: new Map(), position: committed.position }
  const pending = new Map<string, StoredEvent[]>()

  const headOf = (stream: string) => plan.heads.get(stream) ?? committed.head(stream) ?? MISSING_STREAM

  const writeEvent = (stream: string, revision: number, event: ProposedEvent): StoredEvent => {
    plan.position = positionAfter(plan.position, event)
    // Not spread, for speed.
    const { id, type, isJson, data, metadata } = event
    const stored: StoredEvent = {
      position: plan.position,
      stream,
      revision,
      id,
      type,
      isJson,
      createdMs: clock(event),
      data,
      metadata,
    }
    plan.events.push(stored)
    const written = pending.get(stream)
    if (written) written.push(stored)
    else pending.set(stream, [stored])
    plan.heads.set(stream, { ...headOf(stream), revision })
    if (stream.startsWith('$$')) {
      const target = stream.slice(2)
      plan.heads.set(target, { ...headOf(target), ...metadataLimits(event.data), hasMetadata: true })
    }
    return stored
  }
  const writeNext = (stream: string, event: ProposedEvent) => writeEvent(stream, headOf(stream).revision + 1, event)

  const append = ({ stream, expected, events }: WriteRequest): WriteOutcome => {
    const head = headOf(stream)
    const written = pending.get(stream)
    const pendingAt = (revision: number) => written?.find((event) => event.revision === revision)
    const at = (revision: number) => pendingAt(revision) ?? committed.idAt(stream, revision)
    const recent = (id: string) => written?.findLast((event) => event.id === id) ?? committed.recent(stream, id)
    const decision = decideAppend({
      expected,
      ids: events.map((event) => event.id),
      head,
      idAt: (revision) => at(revision)?.id,
      recent,
    })
    switch (decision.kind) {
      case 'append': {
        if (decision.recreate)
          writeNext(`$$${stream}`, metadataEvent({ $tb: decision.firstRevision, maxCount: head.maxCount }))
        let revision = decision.firstRevision
        let last: StoredEvent | undefined
        for (const event of events) last = writeEvent(stream, revision++, event)
        return { kind: 'written', revision: revision - 1, position: last?.position ?? plan.position }
      }
      case 'repeat': {
        const lastId = events.at(-1)?.id ?? ''
        const last = expected === ANY || expected === STREAM_EXISTS ? recent(lastId) : at(decision.lastRevision)
        return { kind: 'written', revision: decision.lastRevision, position: last?.position ?? plan.position }
      }
      case 'nothing':
        return { kind: 'nothing', revision: decision.current }
      case 'conflict':
      case 'stream-deleted':
        return decision
    }
  }

  const remove = ({ kind, stream, expected }: WriteRequest): WriteOutcome => {
    const head = headOf(stream)
    if (head.revision === TOMBSTONE_REVISION) return { kind: 'stream-deleted' }
    const softDeleted = head.truncateBefore >= SOFT_DELETED
    const asExpected =
      expected === ANY ||
      expected === head.revision ||
      (expected === NO_STREAM && softDeleted) ||
      (expected === STREAM_EXISTS && head.revision >= 0 && !softDeleted)
    if (!asExpected) return { kind: 'conflict', current: head.revision }
    const written =
      kind === 'tombstone'
        ? writeEvent(stream, TOMBSTONE_REVISION, tombstoneEvent())
        : writeNext(`$$${stream}`, metadataEvent({ $tb: SOFT_DELETED, maxCount: head.maxCount }))
    return { kind: 'written', revision: head.revision, position: written.position }
  }

  for (const request of requests) plan.outcomes.push(request.kind === 'append' ? append(request) : remove(request))
  return plan
}
