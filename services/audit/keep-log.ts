/**
 * Keeps the Merkle log in step with the ledger's log: adds leaves from the worker's subscription, and signs tree heads.
 */
import type { Logger } from 'pino'
import { LOG_PREFIXES } from '#contracts/events/support-events.ts'
import type { EventStoreGateway } from '#platform/event-store/gateway.ts'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import { createLogTail } from '#platform/event-store/log-tail.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { growLog } from './grow-log.ts'
import { createLeafWatch } from './last-leaf.ts'
import { tellIfReplaced } from './signing-key-known.ts'
import type { SigningKey } from './signing-key.ts'

export const HEADS_EVERY_MS = 10_000
/** Less than the interval, because a tick may come a little early. */
const HEAD_HOLDS_MS = HEADS_EVERY_MS - 1_000
/** After this many events, leaves are also added between two heads, in small portions that delay nothing. */
const GROWS_AFTER = 1_000
/** Size of the live buffer, about 50 MB; beyond it, leaves are read from the store. */
const MOST_HEARD = 40_000

export interface LogKeeper {
  /** Takes the subscription's next event. */
  heard(event: LogEvent): void
  /** The connection to the store broke; the next one may lead to another store. */
  again(): void
  /**
   * Adds the new leaves, and signs a tree head if this process's last one is old enough. One call at a time; throws if
   * the store or the database is unavailable.
   */
  grow(): Promise<void>
  close(): Promise<void>
}

/**
 * `onMany`: enough events have come to call `grow` early. `signal`: aborting ends the run after the portion in
 * progress.
 */
export function createLogKeeper({
  pool,
  store,
  key,
  log,
  signal,
  onMany,
}: {
  pool: Pool
  store: Pick<EventStoreGateway, 'openLogReader' | 'eventAt'>
  key: SigningKey
  log: Pick<Logger, 'fatal' | 'debug'>
  signal: AbortSignal
  onMany: () => void
}): LogKeeper {
  const tail = createLogTail({ most: MOST_HEARD, many: { events: GROWS_AFTER, tell: onMany } })
  const reader = tail.over(store.openLogReader(LOG_PREFIXES))
  const leafWatch = createLeafWatch(
    pool,
    (position) => store.eventAt(position),
    () =>
      log.fatal(
        'no head is signed: the log does not hold the event over which the last one was. Bring back the event store that belongs to this database',
      ),
  )
  let keyLookedAt = false
  let signedAt = Number.NEGATIVE_INFINITY

  return {
    heard: (event) => tail.heard(event),
    again: () => leafWatch.again(),
    async grow() {
      if (!keyLookedAt) await tellIfReplaced(pool, key, log)
      keyLookedAt = true
      if (!(await leafWatch.fits())) return
      const grown = await growLog({
        pool,
        log: reader,
        key,
        sign: performance.now() - signedAt >= HEAD_HOLDS_MS,
        signal,
      })
      if (!grown?.signed) return
      signedAt = performance.now()
      log.debug(grown, 'a head of the log is signed')
    },
    close: () => reader.close(),
  }
}
