/**
 * One writer per database. The writing session itself holds the lock, so a server that has lost the session cannot
 * write beside its successor.
 */
import { Client } from 'pg'

/** Must not be used by other programs in the same database. */
const LOCK_KEY = 7_021_944_013

const CONNECT_WITHIN_MS = 10_000
/** No commit takes this long; only a new session can find another route to PostgreSQL. */
const ANSWER_WAIT_MS = 15_000
/** Lets PostgreSQL release a dead session's lock after about ten seconds. */
const NOTICE_THE_GONE = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'

/** Another server is writing to this database. */
export class SecondWriterError extends Error {}
/** The database could lose acknowledged events in a power cut, which is not allowed. */
export class UnsafeDatabaseError extends Error {}

/**
 * Opens the writing session and takes the lock. Throws SecondWriterError if it is taken, or UnsafeDatabaseError if
 * fsync, synchronous_commit or full_page_writes is off without `allowUnsafe`.
 * After a query timeout (`fellSilent`) the session must not be used again, because the outcome is unknown.
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
      throw new SecondWriterError(
        'Another embedded event store is running on this database, and only one may write to it',
      )
    }
    const unsafe = await unsafeSettings(client)
    if (unsafe.length > 0 && !allowUnsafe) {
      throw new UnsafeDatabaseError(
        `PostgreSQL could lose acknowledged events: ${unsafe.join(', ')}. Set EVENTSTORE_ALLOW_UNSAFE=1 to accept this (tests only)`,
      )
    }
    return { client, unsafe }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

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
