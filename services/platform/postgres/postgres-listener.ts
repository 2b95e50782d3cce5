/** One connection that listens on a channel of PostgreSQL, comes back by itself, and knows when it may have missed something. */
import pg from 'pg'

const RECONNECT_WAIT_MS = 250
const ANSWER_WAIT_MS = 2_000

export interface ListenerOptions {
  databaseUrl: string
  channel: string
  /** As which PostgreSQL lists the connection. */
  name: string
  /** A dead connection looks like a quiet one; asking on it this often shows the difference. */
  heartbeatMs: number
  onNotice(payload: string): void
  /** Listening from now on; and again with every heartbeat that finds the last one answered. Where it rejects, the connection counts as lost. */
  ask(client: pg.Client): Promise<unknown>
  /** From now on notices may be missed, until `ask` is called again. */
  onLost?(): void
}

/** Connects at once and never gives up. `close` resolves when the connection is gone. */
export function listenToPostgres({ databaseUrl, channel, name, heartbeatMs, onNotice, ask, onLost }: ListenerOptions): {
  close(): Promise<void>
} {
  let client: pg.Client | undefined
  /** The connection that waits for nothing but the next heartbeat: it listens, and its last question is answered. */
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
      await fresh.query(`LISTEN ${channel}`)
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
