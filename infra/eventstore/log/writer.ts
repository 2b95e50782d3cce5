/**
 * Group commit: writes that arrive during a commit go into the next one. Responses and live readers wait for the
 * commit; no timer delays it.
 */
import { LRUCache } from 'lru-cache'
import type { Client } from 'pg'
import type { FreezeSwitch } from '../faults.ts'
import type { Clock } from './history-clock.ts'
import { insertEvents, lastPosition, loadHeads, loadIds } from './log-store.ts'
import {
  ANY,
  NO_STREAM,
  SOFT_DELETED,
  STREAM_EXISTS,
  type StreamHead,
  TOMBSTONE_REVISION,
  type WriteOutcome,
  type WriteRequest,
} from './model.ts'
import { type CommittedState, planCommit } from './plan-commit.ts'
import { RecentIds } from './recent-ids.ts'
import { EVENTS_PER_STATS, firstEvents, STATS_STREAM, statsEvent } from './system-events.ts'
import { Tail } from './tail.ts'

const MAX_COMMIT_EVENTS = 2000
const MAX_COMMIT_BYTES = 4 * 1024 * 1024
/** Beyond this, PostgreSQL cannot keep up and further writes are refused. */
const MAX_WAITING = 20_000
const EXPIRY_CHECK_MS = 100
const CACHED_HEADS = 200_000

export type WriterHooks = {
  clock: Clock
  freeze: FreezeSwitch
  /** Called between the commit and the first response. */
  committed: (events: number) => void
  failed: (error: unknown) => void
}

export class Writer {
  readonly tail: Tail
  readonly #client: Client
  readonly #hooks: WriterHooks
  readonly #heads = new LRUCache<string, StreamHead>({ max: CACHED_HEADS })
  readonly #recent = new RecentIds()
  #queue: WriteRequest[] = []
  #position: number
  #sinceStats = 0
  #running = false
  #stopped: string | null = null
  #expiryTimer: NodeJS.Timeout | null = null
  #current: Promise<void> = Promise.resolve()

  private constructor(client: Client, position: number, hooks: WriterHooks) {
    this.#client = client
    this.#position = position
    this.#hooks = hooks
    this.tail = new Tail(position)
    hooks.freeze.onThaw(() => this.#start())
  }

  /** `client` must hold the lock and not be shared. Writes the first system events into a new log. */
  static async open(client: Client, hooks: WriterHooks): Promise<Writer> {
    const position = await lastPosition(client)
    const writer = new Writer(client, position, hooks)
    if (position === 0) await writer.#writeFirstEvents()
    return writer
  }

  /** Undefined if PostgreSQL would have to be asked. */
  knownHead(stream: string): StreamHead | undefined {
    return this.#heads.peek(stream)
  }

  /** Answers exactly once, unless the process is killed. */
  enqueue(request: WriteRequest): void {
    if (this.#stopped !== null) return request.answer({ kind: 'unavailable', reason: this.#stopped })
    if (this.#queue.length >= MAX_WAITING) return request.answer({ kind: 'unavailable', reason: 'Server Is Too Busy' })
    this.#queue.push(request)
    this.#watchDeadlines()
    this.#start()
  }

  /** Finishes the current commit and refuses other writes. Idempotent. */
  async stop(reason: string): Promise<void> {
    this.#stopped ??= reason
    const waiting = this.#queue
    this.#queue = []
    for (const request of waiting) request.answer({ kind: 'unavailable', reason })
    await this.#current
  }

  #start(): void {
    if (this.#running || this.#queue.length === 0 || this.#hooks.freeze.frozen) return
    this.#running = true
    // Writes of the same event-loop tick share a commit.
    setImmediate(() => {
      this.#current = this.#run()
    })
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0 && this.#stopped === null && !this.#hooks.freeze.frozen) {
      const batch = this.#takeBatch()
      if (batch.length === 0) continue
      const outcomes = await this.#commit(batch).catch((error: unknown) => {
        // Decisions based on a failed commit are void, so heads are read again.
        this.#heads.clear()
        this.#hooks.failed(error)
        return null
      })
      batch.forEach((request, index) =>
        request.answer(outcomes?.[index] ?? { kind: 'unavailable', reason: 'Server Is Not Ready' }),
      )
      this.tail.wake()
    }
    this.#running = false
    this.#start()
  }

  #takeBatch(): WriteRequest[] {
    const now = performance.now()
    const batch: WriteRequest[] = []
    let events = 0
    let bytes = 0
    let taken = 0
    for (const request of this.#queue) {
      if (
        batch.length > 0 &&
        (events + request.events.length > MAX_COMMIT_EVENTS || bytes + request.bytes > MAX_COMMIT_BYTES)
      )
        break
      taken += 1
      if (request.overdueAt < now) {
        request.answer({ kind: 'timeout' })
        continue
      }
      batch.push(request)
      events += request.events.length
      bytes += request.bytes
    }
    this.#queue = this.#queue.slice(taken)
    return batch
  }

  async #commit(batch: readonly WriteRequest[]): Promise<WriteOutcome[]> {
    const committed = await this.#committedState(batch)
    const plan = planCommit(this.#withStats(batch), committed, this.#hooks.clock)
    // Positions are never reused, even after a failed commit.
    this.#position = plan.position
    if (plan.events.length > 0) {
      await insertEvents(this.#client, plan.events)
      this.#hooks.committed(plan.events.length)
      this.#sinceStats += plan.events.length
      for (const [stream, head] of plan.heads) this.#heads.set(stream, head)
      this.#recent.add(plan.events)
      this.tail.add(plan.events)
    }
    return plan.outcomes
  }

  /** State for the plan: one query for heads, one for IDs, rarely one for `$$` streams. */
  async #committedState(batch: readonly WriteRequest[]): Promise<CommittedState> {
    const heads = new Map<string, StreamHead>()
    await this.#collectHeads(heads, [...batch.map((request) => request.stream), STATS_STREAM])
    const besides = batch.flatMap((request) => {
      const { stream, kind } = request
      const touchesMetadata = kind === 'delete' || (heads.get(stream)?.truncateBefore ?? 0) >= SOFT_DELETED
      return [...(touchesMetadata ? [`$$${stream}`] : []), ...(stream.startsWith('$$') ? [stream.slice(2)] : [])]
    })
    if (besides.length > 0) await this.#collectHeads(heads, besides)

    const ranges = batch.flatMap(({ kind, stream, expected, events }) => {
      const current = heads.get(stream)?.revision ?? -1
      const explicit = expected !== ANY && expected !== STREAM_EXISTS
      if (
        kind !== 'append' ||
        !explicit ||
        expected < NO_STREAM ||
        expected >= current ||
        current === TOMBSTONE_REVISION
      )
        return []
      return [{ stream, first: expected + 1, last: Math.min(expected + events.length, current) }]
    })
    const ids = new Map<string, { id: string; position: number }>()
    if (ranges.length > 0) {
      for (const { stream, revision, id, position } of await loadIds(this.#client, ranges))
        ids.set(`${revision} ${stream}`, { id, position })
    }
    return {
      head: (stream) => heads.get(stream),
      idAt: (stream, revision) => ids.get(`${revision} ${stream}`),
      recent: (stream, id) => this.#recent.find(stream, id),
      position: this.#position,
    }
  }

  async #collectHeads(into: Map<string, StreamHead>, streams: readonly string[]): Promise<void> {
    const missing = new Set<string>()
    for (const stream of streams) {
      const known = into.get(stream) ?? this.#heads.get(stream)
      if (known) into.set(stream, known)
      else missing.add(stream)
    }
    if (missing.size === 0) return
    for (const [stream, head] of await loadHeads(this.#client, [...missing])) {
      into.set(stream, head)
      this.#heads.set(stream, head)
    }
  }

  #withStats(batch: readonly WriteRequest[]): readonly WriteRequest[] {
    if (this.#sinceStats < EVENTS_PER_STATS) return batch
    this.#sinceStats = 0
    return [...batch, systemWrite(STATS_STREAM, statsEvent())]
  }

  async #writeFirstEvents(): Promise<void> {
    await this.#commit(firstEvents().map(([stream, event]) => systemWrite(stream, event)))
  }

  /** Times out waiting writes even during a hanging commit. */
  #watchDeadlines(): void {
    if (this.#expiryTimer) return
    this.#expiryTimer = setTimeout(() => {
      this.#expiryTimer = null
      const now = performance.now()
      const late = this.#queue.filter((request) => request.overdueAt < now)
      if (late.length > 0) this.#queue = this.#queue.filter((request) => request.overdueAt >= now)
      for (const request of late) request.answer({ kind: 'timeout' })
      if (this.#queue.length > 0) this.#watchDeadlines()
    }, EXPIRY_CHECK_MS)
    this.#expiryTimer.unref()
  }
}

function systemWrite(stream: string, event: ReturnType<typeof statsEvent>): WriteRequest {
  return {
    kind: 'append',
    stream,
    expected: ANY,
    events: [event],
    bytes: event.data.length,
    overdueAt: Infinity,
    answer: () => undefined,
  }
}
