import { StoreUnavailable } from '#ledger/event-store.ts'
import { isMissing } from '#platform/postgres/not-migrated.ts'
import { sqlState } from '#platform/postgres/postgres.ts'

/**
 * What went wrong is the doing of a server behind the API, and not of the request: PostgreSQL, Redis, the event store or the files' place cannot be
 * reached, has no room left, or takes nothing at the moment (performance.md 5.3, F15 to F29); or the read models are still those of the version before,
 * while the worker builds this one's (projections/runtime/generations/shape.ts). A later try may succeed.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    error instanceof StoreUnavailable ||
    isMissing(error) ||
    NETWORK_AND_DISK.test(code) ||
    SQLSTATE.test(sqlState(error) ?? '') ||
    /^(MaxRetriesPerRequestError|AbortError|TimeoutError)$/.test(error.name) ||
    (error.name === 'ReplyError' && REDIS_REFUSES.test(error.message)) ||
    NO_ANSWER.test(error.message)
  )
}

const NETWORK_AND_DISK =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)$/

/** Connection lost; no room, memory or connection left; shutting down; disk broken; took too long; read-only after a failover; given up for another transaction. */
const SQLSTATE = /^(08\w{3}|53\w{3}|57P0\d|58\w{3}|57014|25006|40001|40P01|55P03)$/

/** Out of memory, disk full, a replica, too few replicas, just starting, a script that does not end; and a transaction of which one of these was said. */
const REDIS_REFUSES = /^(OOM|MISCONF|READONLY|NOREPLICAS|LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|EXECABORT) /

const NO_ANSWER =
  /Connection terminated|is not queryable|connection timeout|Connection is closed|Command timed out|timeout exceeded when trying to connect|Query read timeout/i
