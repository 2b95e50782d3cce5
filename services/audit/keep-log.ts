import type { Logger } from 'pino'
import { LOG_PREFIXES } from '#contracts/events/support-events.ts'
import type { EventStoreGateway } from '#platform/event-store/gateway.ts'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import { createLiveBuffer } from '#platform/event-store/live-buffer.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { growLog } from './grow-log.ts'
import { createLeafWatch } from './last-leaf.ts'
import { tellIfReplaced } from './signing-key-known.ts'
import type { SigningKey } from './signing-key.ts'

export const HEADS_EVERY_MS = 10_000
/** Below the interval, because a tick may come early. */
const HEAD_HOLDS_MS = HEADS_EVERY_MS - 1_000
/** Beyond this, leaves are added between heads, in small portions that delay nothing. */
const GROWS_AFTER = 1_000
/** Live buffer, about 50 MB; beyond it, leaves are read from the store. */
const MOST_HEARD = 40_000

export interface LogKeeper {
  heard(event: LogEvent): void
  /** The store's connection broke; the next may lead to another store. */
  again(): void
  /**
   * Signs a tree head if this process's last one is old enough. One call at a time; throws if the store or database is
   * unavailable.
   */
  grow(): Promise<void>
  close(): Promise<void>
}

/** `onMany`: time to call `grow` early. `signal`: stops after the current portion. */
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
  const tail = createLiveBuffer({ most: MOST_HEARD, many: { events: GROWS_AFTER, tell: onMany } })
  const reader = tail.over(store.openLogReader(LOG_PREFIXES))
  const leafWatch = createLeafWatch(
    pool,
    (position) => store.eventAt(position),
    () =>
      log.fatal(
        'no tree head is signed: the log lacks the last event of the latest signed one. Restore the event store that belongs to this database',
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
      log.debug(grown, 'signed a tree head')
    },
    close: () => reader.close(),
  }
}
