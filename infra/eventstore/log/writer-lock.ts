/**
 * One writer per database. The lock is held by the very session that writes: when that session is gone, so is the
 * ability to write, and a server that was believed dead cannot wake up and write beside its successor.
 */
import { Client } from 'pg'

/** Any number, as long as no other program locks it in the same database. */
const LOCK_KEY = 7_021_944_013

const CONNECT_WITHIN_MS = 10_000
/** No commit takes this long: the way to PostgreSQL leads nowhere, and only a new session can find another. */
const ANSWER_WAIT_MS = 15_000
/** PostgreSQL lets go of a session, and of its lock, whose other end has been gone for about ten seconds. */
const NOTICE_THE_GONE = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'

/** Another server writes to this database. */
export class SecondWriterError extends Error {}
/** The database could lose acknowledged events in a power cut, and nobody said that this is all right. */
export class UnsafeDatabaseError extends Error {}

/**
 * Opens the writing session and takes the lock. Throws SecondWriterError where it is taken, UnsafeDatabaseError where
 * fsync, synchronous_commit or full_page_writes is off and `allowUnsafe` is false. A query that gets no answer is rejected as `fellSilent`
 * tells: nobody knows what becomes of it, so the session must not be used again.
 */
export async function openWriterSession(
  connectionString: string,
  allowUnsafe: boolean,
): Promise<{ client: Client; unsafe: string[] }> {
  const client = new Client({
    connectionString,
    application_name: 'hatik-eventstore-writer',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: ANSWER_WAIT_MS,
    options: NOTICE_THE_GONE,
  })
  await client.connect()
  try {
    const locked = await client.query('SELECT pg_try_advisory_lock($1::bigint) AS locked', [LOCK_KEY])
    if (!(locked.rows[0] as { locked: boolean }).locked) {
      throw new SecondWriterError('Another embedded event store is running on this database; only one may write to it')
    }
    const unsafe = await unsafeSettings(client)
    if (unsafe.length > 0 && !allowUnsafe) {
      throw new UnsafeDatabaseError(
        `PostgreSQL could lose acknowledged events: ${unsafe.join(', ')}. Set EVENTSTORE_ALLOW_UNSAFE=1 where that is all right (tests)`,
      )
    }
    return { client, unsafe }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** Whether a query was given up because no answer came. */
export function fellSilent(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

async function unsafeSettings(client: Client): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes')`,
  )
  return (rows as { name: string; setting: string }[])
    .filter(({ setting }) => setting === 'off' || setting === 'local')
    .map(({ name, setting }) => `${name} is ${setting}`)
}
