/**
 * Moves the points of claimed cards to their persons (decision 53). Each step is a ledger command with an id that
 * follows from card and business, so the streams themselves say how far a merge is: every round repeats all of it, and a
 * crash between any two lines leaves it resumable.
 */
import type { Actor } from '#contracts/events/ledger-events.ts'
import type { AccountCommand } from '#ledger/account/decider.ts'
import type { CommandResult } from '#ledger/command-handler.ts'
import type { Ledger } from '#ledger/ledger.ts'
import { systemCommandId } from '#platform/outbox/event-outbox.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { isolateFailures } from '#platform/process/isolate-failures.ts'

/** Longer than anything in flight at the claim can last: caches, lanes, appends with their deadlines. */
const SETTLED_AFTER_MS = 3 * 60 * 1000
const SYSTEM: Actor = { userId: 0, role: 'system' }

/** All businesses where the card has an account in the read models, closed ones included. */
export type AccountsOfCard = (cardId: number) => Promise<number[]>
type ToMerge = { cardId: number; holderId: number }
type Claimed = ToMerge & { claimedAt: Date }

/** True if the points on all the card's accounts have left and arrived. */
export async function mergeCard(
  db: Queryable,
  ledger: Pick<Ledger, 'execute'>,
  accountsOfCard: AccountsOfCard,
  card: ToMerge,
): Promise<boolean> {
  let merged = true
  for (const businessId of await accountsOfCard(card.cardId))
    if ((await mergeAccount(db, ledger, businessId, card)) === undefined) merged = false
  return merged
}

/**
 * The tenths that the card has brought from this business to its person, the same on every call. Undefined unless they
 * have left and arrived, and the card's account there has ended.
 */
export async function mergeAccount(
  db: Queryable,
  ledger: Pick<Ledger, 'execute'>,
  businessId: number,
  { cardId, holderId }: ToMerge,
): Promise<number | undefined> {
  const execute = (buyerId: number, command: AccountCommand, what: string): Promise<CommandResult> => {
    const commandId = systemCommandId(`${what}:${businessId}.${cardId}`)
    return ledger.execute({
      businessId,
      buyerId,
      command,
      action: { commandId },
      actor: SYSTEM,
      correlationId: commandId,
    })
  }
  const left = await execute(cardId, { type: 'MergePointsOut', toId: holderId }, 'merge-out')
  if (left.kind !== 'done') return isFinal(left) ? 0 : undefined
  const out = left.events.find((event) => event.type === 'PointsMergedOut')
  if (out?.type !== 'PointsMergedOut' || out.data.tenths === 0) return 0
  // A deleted account gets no points: they stay counted as forfeited, as all of the person's (H25).
  if (await isErased(db, holderId)) return 0
  const { mergeId, tenths } = out.data
  const arrived = await execute(holderId, { type: 'MergePointsIn', mergeId, fromId: cardId, tenths }, 'merge-in')
  if (arrived.kind === 'done') return tenths
  return isFinal(arrived) ? 0 : undefined
}

/** As of a closed account. */
const isFinal = (result: CommandResult): boolean => result.kind === 'refused' && result.code !== 'busy'

async function isErased(db: Queryable, userId: number): Promise<boolean> {
  const found = await db.query('SELECT FROM users WHERE id = $1 AND erased_at IS NULL', [userId])
  return found.rowCount === 0
}

/**
 * The worker's part: retries until everything in flight at the claim has settled. `upTo`: the read models hold all
 * events up to here (database clock); while undefined, no merge finishes. Random order keeps failing ones from starving
 * others. Throws after the round if some failed.
 */
export async function finishMerges(
  db: Queryable,
  ledger: Pick<Ledger, 'execute'>,
  accountsOfCard: AccountsOfCard,
  { upTo }: { upTo: Date | undefined },
): Promise<{ finished: number; left: number }> {
  const { rows } = await db.query<Claimed>(
    `SELECT id AS "cardId", claimed_by AS "holderId", claimed_at AS "claimedAt" FROM cards
     WHERE claimed_at IS NOT NULL AND merged_at IS NULL ORDER BY random() LIMIT 100`,
  )
  const finished = await isolateFailures((each) =>
    each(rows, async (card) => {
      const merged = await mergeCard(db, ledger, accountsOfCard, card)
      if (!merged || !upTo || upTo.getTime() - card.claimedAt.getTime() < SETTLED_AFTER_MS) return false
      await db.query('UPDATE cards SET merged_at = now() WHERE id = $1', [card.cardId])
      return true
    }),
  )
  return { finished, left: rows.length - finished }
}
