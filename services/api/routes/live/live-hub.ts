/**
 * Live updates: the worker publishes changed accounts on one channel, and every API process forwards them to the
 * affected users only. A slow stream, or one whose session ended, is closed; the browser reconnects with its last
 * position and gets what it missed.
 */
import { LIVE_HEARTBEAT_MS, LIVE_MOVED, LIVE_READY, type LiveMoved } from '#contracts/calls/live.ts'
import type { Redis } from '#platform/redis/redis.ts'
import { epochMs } from '#platform/traces/trace-ids.ts'
import { ACCOUNT_UPDATE_CHANNEL, type Moved } from '#projections/runtime/catch-up/account-update.ts'

/** With the session cache's second, an ended session is noticed within two seconds. */
const CHECK_EVERY_MS = 500
const STREAMS_PER_USER = 8
const STREAMS_PER_PROCESS = 5_000
/** Maximum unsent data per connection. */
const BACKLOG_MAX_BYTES = 64 * 1024
/** Browsers reconnect after this plus a random delay of the same length. */
const RETRY_MS = 1_000

export type LiveSink = { write(text: string): void; backlogBytes(): number; end(): void }
type Stream = LiveSink & {
  userId: number
  tillId: string | undefined
  sent: bigint
  holds: () => Promise<boolean>
  checking: boolean
}
type Account = Moved['accounts'][number]

/** `traces`: those of Moved. `heardAt`: epoch ms. */
export type Told = { traces: readonly string[]; heardAt: number; streams: number }

export type LiveHub = {
  /** False at the limit per user, or per till of a user, or per process. Call in the same event-loop tick as `open`. */
  hasRoom(userId: number, tillId?: string): boolean
  /** `holds`: whether its session is still valid. */
  open(userId: number, sink: LiveSink, holds: () => Promise<boolean>, tillId?: string): OpenStream
  /** For shutdown. */
  close(): void
}
export type OpenStream = {
  ready(position: bigint): void
  moved(position: bigint, accounts: readonly Account[]): void
  close(): void
}

/** `subscriber`: a dedicated connection, closed by its owner. */
export function createLiveHub(
  subscriber: Redis,
  { onBroken, onTold = () => {} }: { onBroken: (error: unknown) => void; onTold?: (told: Told) => void },
): LiveHub {
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
    // A later message may overtake this one: the browser keeps the highest position.
    if (position > stream.sent) stream.sent = position
    stream.write(`id: ${stream.sent}\nevent: ${event}\ndata: ${JSON.stringify(body)}\n\n`)
    if (stream.backlogBytes() > BACKLOG_MAX_BYTES) end(stream)
  }

  function tell(stream: Stream, position: bigint, accounts: readonly Account[]): void {
    const moved: LiveMoved = { position: String(position), accounts: [...accounts] }
    send(stream, LIVE_MOVED, position, moved)
  }

  /** After lost messages: all streams reconnect and catch up. */
  function sendBack(): void {
    for (const stream of all()) end(stream)
  }

  function hear(text: string): void {
    const heardAt = epochMs()
    const { position, accounts, missed, traces } = JSON.parse(text) as Moved
    if (missed) return sendBack()
    const concerned = new Map<Stream, Account[]>()
    for (const account of accounts) {
      for (const userId of [account.businessId, account.buyerId]) {
        for (const stream of byUser.get(userId) ?? [])
          concerned.set(stream, [...(concerned.get(stream) ?? []), account])
      }
    }
    for (const [stream, own] of concerned) tell(stream, BigInt(position), own)
    if (traces && concerned.size > 0) onTold({ traces, heardAt, streams: concerned.size })
  }

  function listen(): void {
    subscriber.subscribe(ACCOUNT_UPDATE_CHANNEL).catch(onBroken)
  }

  async function check(stream: Stream): Promise<void> {
    if (stream.checking) return
    stream.checking = true
    try {
      if (!(await stream.holds())) end(stream)
    } catch {
      // Retried shortly: while the session store is down, no session can end.
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
    // Messages may have been missed.
    if (wasConnected) sendBack()
    wasConnected = true
    listen()
  })
  if (subscriber.status === 'ready') listen()

  const checks = setInterval(() => all().forEach((stream) => void check(stream)), CHECK_EVERY_MS)
  const heartbeats = setInterval(() => {
    for (const stream of all()) stream.write(': \n\n')
    // A ping detects a dead connection, which otherwise looks idle.
    subscriber.ping().catch(() => {})
  }, LIVE_HEARTBEAT_MS)
  checks.unref()
  heartbeats.unref()

  return {
    hasRoom: (userId, tillId) =>
      [...(byUser.get(userId) ?? [])].filter((stream) => stream.tillId === tillId).length < STREAMS_PER_USER &&
      count < STREAMS_PER_PROCESS,

    open(userId, sink, holds, tillId) {
      const streams = byUser.get(userId) ?? new Set()
      const stream: Stream = { ...sink, userId, tillId, sent: 0n, holds, checking: false }
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
