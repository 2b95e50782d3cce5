/** The pool of a process. */
import type { Writable } from 'node:stream'
import pg from 'pg'
import { READ_MODELS, withViews } from './read-models.ts'

/** Amounts and counts stay below 2^53; positions are selected as text. */
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text))
/** A Date would shift it by the server's time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export const CONNECT_TIMEOUT_MS = 5_000
/** For requests; projections set their own. */
const STATEMENT_TIMEOUT_MS = 10_000
/** PostgreSQL cancels slow statements itself; without that reply the connection is dead. */
const GRACE_MS = 2_000
const KEEP_ALIVE_AFTER_MS = 10_000

/** `answerWaitMs`: default statement timeout plus 2 s; 0: no limit. `definitions`: those of other read models, in tests. */
export type PoolOptions = {
  max: number
  statementTimeoutMs?: number
  answerWaitMs?: number
  name: string
  definitions?: string
}

/**
 * A lost connection shows at its next use, and does not end the process. A silent one rejects with "Query read timeout"
 * and is dropped.
 */
export function createPool(
  url: string,
  {
    max,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    answerWaitMs = statementTimeoutMs + GRACE_MS,
    name,
    definitions = READ_MODELS,
  }: PoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    Client: clientFor(definitions),
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    ...(answerWaitMs === 0 ? {} : { query_timeout: answerWaitMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    idle_in_transaction_session_timeout: 60_000,
    // Sends independent statements together.
    pipeline: true,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Overloads of `query` differ in all but the first argument: text, or an object with text. */
type Query = (statement: unknown, ...rest: unknown[]) => unknown

function clientFor(definitions: string): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const query = this.query.bind(this) as Query
      const named: Query = (statement, ...rest) => query(inViews(statement, definitions), ...rest)
      this.query = named as typeof this.query
    }
  }
}

function inViews(statement: unknown, definitions: string): unknown {
  if (typeof statement === 'string') return withViews(statement, definitions)
  // A query object of its own kind, as of pg-copy-streams, is left as it is.
  const { text, submit } = statement as { text?: unknown; submit?: unknown }
  if (typeof text !== 'string' || submit !== undefined) return statement
  const named = withViews(text, definitions)
  return named === text ? statement : { ...(statement as object), text: named }
}

/** One write for all queries in `ask`, so that PostgreSQL wakes once. */
export function sendTogether<T>(client: pg.PoolClient, ask: () => T): T {
  // Missing in the types.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  try {
    return ask()
  } finally {
    stream.uncork()
  }
}

export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** As over the statement timeout. */
export const tookTooLong = (error: unknown): boolean => sqlState(error) === '57014'

export type Queryable = Pick<pg.Pool, 'query'>
export type { Pool, PoolClient } from 'pg'
