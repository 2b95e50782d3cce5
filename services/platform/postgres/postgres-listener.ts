/** Listens on channels, reconnects, and reports possibly missed notifications. */
import pg from 'pg'

const RECONNECT_WAIT_MS = 250
const ANSWER_WAIT_MS = 2_000

export interface ListenerOptions {
  databaseUrl: string
  channels: readonly string[]
  /** application_name. */
  name: string
  /** Tells a dead connection from a quiet one. */
  heartbeatMs: number
  onNotice(payload: string): void
  /** Called once listening, and at each heartbeat. A rejection counts as a lost connection. */
  ask(client: pg.Client): Promise<unknown>
  /** Notifications may be missed until the next `ask`. */
  onLost?(): void
}

/** Reconnects forever. */
export function listenToPostgres({
  databaseUrl,
  channels,
  name,
  heartbeatMs,
  onNotice,
  ask,
  onLost,
}: ListenerOptions): {
  close(): Promise<void>
} {
  let client: pg.Client | undefined
  /** Listening and idle until the next heartbeat. */
  let resting: pg.Client | undefined
  let reconnect: NodeJS.Timeout | undefined
  let closed = false

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: name,
      connectionTimeoutMillis: ANSWER_WAIT_MS,
      query_timeout: ANSWER_WAIT_MS,
      keepAlive: true,
    })
    client = fresh
    fresh.on('error', () => lost(fresh))
    fresh.on('end', () => lost(fresh))
    fresh.on('notification', ({ payload }) => onNotice(payload ?? ''))
    try {
      await fresh.connect()
      await fresh.query(channels.map((channel) => `LISTEN ${channel}`).join('; '))
    } catch {
      return lost(fresh)
    }
    await look(fresh)
  }

  async function look(on: pg.Client): Promise<void> {
    resting = undefined
    try {
      await ask(on)
      if (client === on) resting = on
    } catch {
      lost(on)
    }
  }

  function lost(gone: pg.Client): void {
    if (client !== gone) return
    client = resting = undefined
    onLost?.()
    gone.end().catch(() => {})
    if (!closed) reconnect = setTimeout(() => void connect(), RECONNECT_WAIT_MS)
  }

  const heartbeat = setInterval(() => {
    if (resting) void look(resting)
  }, heartbeatMs)
  heartbeat.unref()
  void connect()

  return {
    async close() {
      closed = true
      clearInterval(heartbeat)
      clearTimeout(reconnect)
      await client?.end().catch(() => {})
    },
  }
}
