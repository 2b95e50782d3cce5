/**
 * An id that the log knows is never given to anybody. Ids of people come from a sequence of PostgreSQL, which goes back with a backup that is
 * older than the event store's; whoever signed up next would get the id of a person that the log remembers, and her points with it.
 */
import type { Pool, Queryable } from '#platform/postgres.ts'
import { inTransaction } from '#platform/transaction.ts'
import { isPowerEvent, type LedgerLogEvent } from './power-event.ts'

const LOCK_WAIT_MS = 5_000

/** The highest users.id that any of these events names; 0 where none does. */
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
  const { rows } = await db.query<{ given: number }>('SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS given FROM users_id_seq')
  return rows[0]!.given
}

/**
 * Sees to it that nobody is ever given an id up to `highest`. What it was that could have been given last, where that was too low; undefined
 * where there was nothing to do. Throws where people are being written for too long.
 */
export async function passIds(pool: Pool, highest: number): Promise<number | undefined> {
  return inTransaction(pool, async (client) => {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`)
    // Nobody takes an id between the look and the move, which would then be one back.
    await client.query('LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE')
    const given = await lastGiven(client)
    if (given >= highest) return undefined
    await client.query(`SELECT setval('users_id_seq', $1)`, [highest])
    return given
  })
}

export type KnownPeople = {
  /** To be called before the rows of these events are written. Throws where PostgreSQL is away. */
  meet(events: readonly LedgerLogEvent[]): Promise<void>
  /** The database may be another one by now, as after a failed run. */
  forget(): void
}

/**
 * Asks the database only for ids that are higher than any before, which in ordinary days are those of new people. `onRestored`: the log knows
 * people that the database does not; told once.
 */
export function createKnownPeople(pool: Pool, onRestored: (ids: { given: number; known: number }) => void): KnownPeople {
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
