/** The two doors to PostgreSQL: a plain pool for everything that runs, knex for the migrations alone. */
import type { Writable } from 'node:stream'
import knex, { type Knex } from 'knex'
import pg from 'pg'

/** int8 as a number: every amount and count stays below 2^53. Positions are selected as text by those who need them. */
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text))
/** A calendar date stays the text that it is: a Date would shift it by the server's time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const CONNECT_TIMEOUT_MS = 5_000
/** No statement of a request may hold a connection longer than this; the projection sets its own. */
const STATEMENT_TIMEOUT_MS = 10_000
/** PostgreSQL itself ends what takes too long, and says so. Where that does not come either, the connection leads nowhere. */
const GRACE_MS = 2_000
/** A connection on which nothing happens is asked whether it is still there. */
const KEEP_ALIVE_AFTER_MS = 10_000

/** `answerWaitMs`: how long a caller waits for an answer that does not come; default: the statement's time and a moment. 0: as long as it takes. */
export type PoolOptions = { max: number; statementTimeoutMs?: number; answerWaitMs?: number; name: string }

/**
 * A pool that swallows what its connections say of their own loss, idle or taken: it shows at the next use, and must not end the process. A
 * query on a connection that has gone silent is rejected with "Query read timeout", and the connection is given up.
 */
export function createPool(
  url: string,
  { max, statementTimeoutMs = STATEMENT_TIMEOUT_MS, answerWaitMs = statementTimeoutMs + GRACE_MS, name }: PoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    ...(answerWaitMs === 0 ? {} : { query_timeout: answerWaitMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    idle_in_transaction_session_timeout: 60_000,
    // Statements of a transaction that do not wait for each other's answers travel together.
    pipeline: true,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export function createKnex(url: string, { max, name }: { max: number; name: string }): Knex {
  return knex({
    client: 'pg',
    connection: { connectionString: url, application_name: name, connectionTimeoutMillis: CONNECT_TIMEOUT_MS },
    pool: { min: 0, max },
  })
}

/**
 * What is asked of a connection within `ask` goes out in one piece: PostgreSQL is woken once for all of it. Without this each statement of a
 * pipeline is a write of its own.
 */
export function sendTogether<T>(client: pg.PoolClient, ask: () => T): T {
  // The socket is there at run time; the types do not speak of it.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  try {
    return ask()
  } finally {
    stream.uncork()
  }
}

/** The SQLSTATE with which PostgreSQL refused a statement; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** PostgreSQL has broken off a statement that took longer than the pool lets it. */
export const tookTooLong = (error: unknown): boolean => sqlState(error) === '57014'

export type Queryable = Pick<pg.Pool, 'query'>
export type { Pool, PoolClient } from 'pg'
export type { Knex } from 'knex'
