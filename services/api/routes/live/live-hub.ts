/**
 * Who is listening in this process, and what moves (design.md 3, Live). The worker says on one channel which accounts moved; every API
 * process hears it and tells those concerned, and nobody else. A stream that falls behind, or whose session is over, is ended: its
 * browser comes back with the last position that it saw, and is told what moved since.
 */
import { LIVE_HEARTBEAT_MS, LIVE_MOVED, LIVE_READY, type LiveMoved } from '#contracts/calls/live.ts'
import type { Redis } from '#platform/redis/redis.ts'
import { MOVED_CHANNEL, type Moved } from '#projections/runtime/catch-up/moved.ts'

/** A session that has ended is noticed within this and the second for which records are kept: under two seconds in all. */
const CHECK_EVERY_MS = 500
const STREAMS_PER_USER = 8
const STREAMS_PER_PROCESS = 5_000
/** What may wait in a connection that does not read. */
const BACKLOG_MAX_BYTES = 64 * 1024
/** Browsers come back after this and up to as much again, so that they do not come all at once. */
const RETRY_MS = 1_000

/** The connection under a stream. */
export type LiveSink = { write(text: string): void; backlogBytes(): number; end(): void }
type Stream = LiveSink & { userId: number; sent: bigint; holds: () => Promise<boolean>; checking: boolean }
type Account = Moved['accounts'][number]

export type LiveHub = {
  /** False where this user, or this process, has as many streams as it may. To be asked in the same turn as `open`. */
  hasRoom(userId: number): boolean
  /** `holds`: whether its session still does. */
  open(userId: number, sink: LiveSink, holds: () => Promise<boolean>): OpenStream
  /** Ends every stream: the process is going. */
  close(): void
}
export type OpenStream = {
  ready(position: bigint): void
  moved(position: bigint, accounts: readonly Account[]): void
  close(): void
}

/** `subscriber`: a connection of its own, closed by its owner. */
export function createLiveHub(subscriber: Redis, { onBroken }: { onBroken: (error: unknown) => void }): LiveHub {
  const byUser = new Map<number, Set<Stream>>()
  let count = 0
  let wasConnected = subscriber.status === 'ready'

  const all = (): Stream[] => [...byUser.values()].flatMap((streams) => [...streams])

  function end(stream: Stream): void {
    const streams = byUser.get(stream.userId)
    if (!streams?.delete(stream)) return
    count -= 1
    if (streams.size === 0) byUser.delete(stream.userId)
    stream.end()
  }

  function send(stream: Stream, event: string, position: bigint, body: object): void {
    // A later message may have gone out first, while this one was being asked for: the browser keeps the highest.
    if (position > stream.sent) stream.sent = position
    stream.write(`id: ${stream.sent}\nevent: ${event}\ndata: ${JSON.stringify(body)}\n\n`)
    if (stream.backlogBytes() > BACKLOG_MAX_BYTES) end(stream)
  }

  function tell(stream: Stream, position: bigint, accounts: readonly Account[]): void {
    const moved: LiveMoved = { position: String(position), accounts: [...accounts] }
    send(stream, LIVE_MOVED, position, moved)
  }

  /** What was said is lost, and nobody knows to whom: everybody comes back and is told what moved since. */
  function sendBack(): void {
    for (const stream of all()) end(stream)
  }

  function hear(text: string): void {
    const { position, accounts, missed } = JSON.parse(text) as Moved
    if (missed) return sendBack()
    const concerned = new Map<Stream, Account[]>()
    for (const account of accounts) {
      for (const userId of [account.businessId, account.buyerId]) {
        for (const stream of byUser.get(userId) ?? [])
          concerned.set(stream, [...(concerned.get(stream) ?? []), account])
      }
    }
    for (const [stream, own] of concerned) tell(stream, BigInt(position), own)
  }

  function listen(): void {
    subscriber.subscribe(MOVED_CHANNEL).catch(onBroken)
  }

  async function check(stream: Stream): Promise<void> {
    if (stream.checking) return
    stream.checking = true
    try {
      if (!(await stream.holds())) end(stream)
    } catch {
      // Whoever cannot be asked now is asked again in a moment; without its store no session can end either.
    } finally {
      stream.checking = false
    }
  }

  subscriber.on('message', (_channel, text) => {
    try {
      hear(text)
    } catch (error) {
      onBroken(error)
    }
  })
  subscriber.on('ready', () => {
    // Something may have been said while this connection was away.
    if (wasConnected) sendBack()
    wasConnected = true
    listen()
  })
  if (subscriber.status === 'ready') listen()

  const checks = setInterval(() => all().forEach((stream) => void check(stream)), CHECK_EVERY_MS)
  const heartbeats = setInterval(() => {
    for (const stream of all()) stream.write(': \n\n')
    // A connection that leads nowhere looks like one on which nobody speaks; one that does not answer is made anew.
    subscriber.ping().catch(() => {})
  }, LIVE_HEARTBEAT_MS)
  checks.unref()
  heartbeats.unref()

  return {
    hasRoom: (userId) => (byUser.get(userId)?.size ?? 0) < STREAMS_PER_USER && count < STREAMS_PER_PROCESS,

    open(userId, sink, holds) {
      const streams = byUser.get(userId) ?? new Set()
      const stream: Stream = { ...sink, userId, sent: 0n, holds, checking: false }
      streams.add(stream)
      byUser.set(userId, streams)
      count += 1
      stream.write(`retry: ${RETRY_MS + Math.floor(Math.random() * RETRY_MS)}\n\n`)
      return {
        ready: (position) => send(stream, LIVE_READY, position, { position: String(position) }),
        moved: (position, accounts) => tell(stream, position, accounts),
        close: () => end(stream),
      }
    },
    close() {
      clearInterval(checks)
      clearInterval(heartbeats)
      for (const stream of all()) end(stream)
    },
  }
}
