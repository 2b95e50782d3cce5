/** Keeps the Merkle log in step with the ledger's log: its leaves grow from what the worker hears, and heads are signed over them. */
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
/** A tick may come a little early, and one head is enough. */
const HEAD_HOLDS_MS = HEADS_EVERY_MS - 1_000
/** The leaves grow between two heads, too, where so many events have come: in small portions, which nobody has to wait for. */
const GROWS_AFTER = 1_000
/** About 50 MB; the leaves read the store where more came meanwhile. */
const MOST_HEARD = 40_000

export interface LogKeeper {
  /** The next event of the subscription. */
  heard(event: LogEvent): void
  /** The connection to the store broke: it may be another one by now. */
  again(): void
  /** Takes in what there is, and signs a head over it where the last one of this process is old enough. One call at a time. Throws where the store or the database is away. */
  grow(): Promise<void>
  close(): Promise<void>
}

/** `onMany`: so many events have come that `grow` should be called before its time. `signal`: aborted, the portion under way is the last one. */
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
