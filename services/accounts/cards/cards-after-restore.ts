import { CARD_PREFIX } from '#contracts/events/card-events.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

/**
 * After a restore from an older backup: a card belongs again to who claimed it according to the log, and a blocked one
 * is blocked again (decision 36). One whose person is lost is blocked, because its points have left. Needs the outbox in
 * order. Returns how many cards changed; the worker repeats their merges, which adds nothing.
 */
export async function claimCardsAgain(db: Queryable): Promise<number> {
  const claimed = await db.query(
    `UPDATE cards SET claimed_by = users.id, claimed_at = now()
     FROM event_outbox e JOIN users ON users.id = (e.data ->> 'userId')::int
     WHERE e.type = 'CardClaimed' AND e.stream = $1 || cards.id AND cards.claimed_by IS NULL`,
    [CARD_PREFIX],
  )
  const blocked = await db.query(
    `UPDATE cards SET blocked_at = now() FROM event_outbox e
     WHERE e.stream = $1 || cards.id AND cards.blocked_at IS NULL
       AND (e.type = 'CardBlocked' OR e.type = 'CardClaimed' AND cards.claimed_by IS NULL)`,
    [CARD_PREFIX],
  )
  return (claimed.rowCount ?? 0) + (blocked.rowCount ?? 0)
}
