/**
 * An id that occurs in the log is never given to a new person (decision 36). People's ids come from a PostgreSQL sequence, which goes back if
 * PostgreSQL is restored from a backup older than the event store's; whoever signed up next would get the id, and the points, of somebody in the log.
 */
import type { Pool, Queryable } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { isPowerEvent, type LedgerLogEvent } from './power-event.ts'

const LOCK_WAIT_MS = 5_000

/** The highest users.id that any of these events names; 0 if none does. */
export function highestId(events: readonly LedgerLogEvent[]): number {
  let highest = 0
  for (const event of events) {
    const { actor, onBehalfOf = 0 } = event.metadata
    const buyerId = isPowerEvent(event) ? 0 : event.buyerId
    highest = Math.max(highest, event.businessId ?? 0, buyerId, actor.userId, onBehalfOf)
  }
  return highest
}

/** The highest id that can have been given to anybody. */
async function lastGiven(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ given: number }>(
    'SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS given FROM users_id_seq',
  )
  return rows[0]!.given
}

/**
 * Makes sure that nobody is ever given an id up to `highest`. Returns the last id given so far if the sequence was behind, undefined if there was
 * nothing to do. Throws if the lock on `users` cannot be had in time.
 */
export async function passIds(pool: Pool, highest: number): Promise<number | undefined> {
  return inTransaction(pool, async (client) => {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`)
    // Otherwise somebody could take an id between the check and setval, which would then move the sequence back.
    await client.query('LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE')
    const given = await lastGiven(client)
    if (given >= highest) return undefined
    await client.query(`SELECT setval('users_id_seq', $1)`, [highest])
    return given
  })
}

export type KnownPeople = {
  /** To be called before the rows of these events are written. Throws if PostgreSQL is down. */
  meet(events: readonly LedgerLogEvent[]): Promise<void>
  /** Asks the database again next time: after a failed run it may be another one. */
  forget(): void
}

/**
 * Asks the database only about ids higher than any before, which normally are those of new people. `onRestored`: called once if the log knows people
 * that the database does not.
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
