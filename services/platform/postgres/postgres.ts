/** Access to PostgreSQL: a plain pool for the processes, knex for the migrations only. */
import type { Writable } from 'node:stream'
import knex, { type Knex } from 'knex'
import pg from 'pg'

/** Parse int8 as a number: all amounts and counts stay below 2^53. Queries select commit positions as text. */
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text))
/** Keep a calendar date as text: a Date would shift it by the server's time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const CONNECT_TIMEOUT_MS = 5_000
/** Limit for a request's statements; the projection sets its own. */
const STATEMENT_TIMEOUT_MS = 10_000
/** PostgreSQL cancels slow statements itself. If even that reply is missing after this time, the connection is dead. */
const GRACE_MS = 2_000
/** Idle time before TCP keep-alive probes a connection. */
const KEEP_ALIVE_AFTER_MS = 10_000

/**
 * `answerWaitMs`: how long a caller waits for a missing reply. Default: the statement timeout plus 2 s; 0: no limit.
 */
export type PoolOptions = { max: number; statementTimeoutMs?: number; answerWaitMs?: number; name: string }

/**
 * A pool whose connections may be lost without ending the process: the loss shows at the next use. A query on a silent
 * connection rejects with "Query read timeout", and the connection is dropped.
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
    // Sends a transaction's independent statements together.
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
 * Sends all queries issued within `ask` in one write, so that PostgreSQL wakes up once. Without it, each statement of a
 * pipeline is a write of its own.
 */
export function sendTogether<T>(client: pg.PoolClient, ask: () => T): T {
  // The socket exists at run time, but not in the types.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  try {
    return ask()
  } finally {
    stream.uncork()
  }
}

/** The SQLSTATE of a PostgreSQL error; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** PostgreSQL cancelled a statement, such as one over the pool's statement timeout. */
export const tookTooLong = (error: unknown): boolean => sqlState(error) === '57014'

export type Queryable = Pick<pg.Pool, 'query'>
export type { Pool, PoolClient } from 'pg'
export type { Knex } from 'knex'
