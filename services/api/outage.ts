import { StoreUnavailable } from '#ledger/event-store.ts'
import { isMissing } from '#platform/postgres/not-migrated.ts'
import { sqlState } from '#platform/postgres/postgres.ts'

/**
 * True if a server behind the API caused the error, so that a later try may succeed: PostgreSQL,
 * Redis, the event store or the file storage is unreachable, full or read-only. Also true while the
 * worker still builds this version's read models (projections/runtime/generations/own-generation.ts).
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

/**
 * Connection lost; out of space, memory or connections; shutdown; disk error; timeout; read-only
 * after failover; deadlock or serialization failure.
 */
const SQLSTATE = /^(08\w{3}|53\w{3}|57P0\d|58\w{3}|57014|25006|40001|40P01|55P03)$/

/**
 * Out of memory, disk full, a replica, too few replicas, loading, a script that does not end, or a
 * transaction aborted by one of these.
 */
const REDIS_REFUSES = /^(OOM|MISCONF|READONLY|NOREPLICAS|LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|EXECABORT) /

const NO_ANSWER =
  /Connection terminated|is not queryable|connection timeout|Connection is closed|Command timed out|timeout exceeded when trying to connect|Query read timeout/i
