/**
 * Ensures that user IDs in the log are never reassigned (decision 36). If PostgreSQL is restored from an older backup
 * than the event store, a new user could otherwise inherit someone's points.
 */
import { CODES_LOCK } from '#platform/postgres/codes-lock.ts'
import type { Pool, Queryable } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { isPowerEvent, type LedgerLogEvent } from './power-event.ts'

const LOCK_WAIT_MS = 5_000

/** Log message for the operator if the log has users that the database lacks. */
export const RESTORED =
  'the log contains users that the database does not: PostgreSQL was restored from an older backup. Run: npm run admin -- after-restore'

/** The highest users.id in these events; 0 if none. */
export function highestId(events: readonly LedgerLogEvent[]): number {
  let highest = 0
  for (const event of events) {
    const { actor, onBehalfOf = 0 } = event.metadata
    const buyerId = isPowerEvent(event) ? 0 : event.buyerId
    highest = Math.max(highest, event.businessId ?? 0, buyerId, actor.userId, onBehalfOf)
  }
  return highest
}

/** The highest ID that can have been assigned. */
async function lastGiven(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ given: number }>(
    'SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS given FROM users_id_seq',
  )
  return rows[0]!.given
}

/**
 * Moves the sequence past `highest`. Returns the last assigned ID if it was behind, else undefined. Throws on a lock
 * timeout.
 */
export async function passIds(pool: Pool, highest: number): Promise<number | undefined> {
  return inTransaction(pool, async (client) => {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`)
    // Otherwise an ID assigned between check and setval would move the sequence back.
    await client.query('LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE')
    // Cards draw from the same sequence. Second, because a sign-up locks the table before its trigger asks for this.
    await client.query('SELECT pg_advisory_xact_lock($1)', [CODES_LOCK])
    const given = await lastGiven(client)
    if (given >= highest) return undefined
    await client.query(`SELECT setval('users_id_seq', $1)`, [highest])
    return given
  })
}

export type KnownPeople = {
  /** Call before the rows of these events are written. Throws if PostgreSQL is down. */
  meet(events: readonly LedgerLogEvent[]): Promise<void>
  /** Drops the cached ID, because after a failed job the database may be another one. */
  forget(): void
}

/**
 * Queries the database only for new highest IDs. `onRestored`: called once if the log has users that the database
 * lacks.
 */
export function createKnownPeople(
  pool: Pool,
  onRestored: (ids: { given: number; known: number }) => void,
): KnownPeople {
  let given = 0
  let told = false
  return {
    async meet(events) {
      const known = highestId(events)
      if (known <= given) return
      given = await lastGiven(pool)
      if (known <= given) return
      const before = await passIds(pool, known)
      given = known
      if (before === undefined || told) return
      told = true
      onRestored({ given: before, known })
    },
    forget() {
      given = 0
    },
  }
}
