/**
 * The ledger's part of somebody's leaving (H25), after the row's: a buyer's accounts are closed by event, what was pending is
 * given back first; a business's pending redemptions are cancelled with their refund, and the balances stay as they are. Each
 * command's id follows from what it does, so it may be tried as often as needed, by whichever process, and happens once.
 */
import type { Actor } from '#contracts/events/ledger-events.ts'
import { CLOSED_REASON, pendingOf } from '#ledger/account/close-account.ts'
import type { AccountCommand } from '#ledger/account/decider.ts'
import type { CommandHandler } from '#ledger/command-handler.ts'
import { StoreUnavailable } from '#ledger/event-store.ts'
import { byThemselves } from '#platform/process/by-themselves.ts'
import { systemCommandId } from '#platform/outbox/event-outbox.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'

/** What the read models know of somebody's open business, read as of now. */
export type OpenBusiness = {
  /** The businesses at which this buyer has an account that is not closed. */
  accountsOfBuyer(buyerId: number): Promise<number[]>
  pendingAtBusiness(businessId: number): Promise<{ buyerId: number; redemptionId: string }[]>
}

/** Whatever was under way when the person left has ended by then: caches, lanes, appends with their deadlines. */
const SETTLED_AFTER_MS = 3 * 60 * 1000
const REASON = 'business closed'
/** So many pending redemptions are cancelled together. The store takes 1 MiB in one append, and each of them comes to some 600 bytes. */
const AT_ONCE = 200

type Closing = { userId: number; role: 'buyer' | 'business'; startedAt: Date }

/** To be called in the transaction that erases the person. */
export async function startClosing(
  client: PoolClient,
  { userId, role }: Pick<Closing, 'userId' | 'role'>,
): Promise<void> {
  await client.query('INSERT INTO account_closings (user_id, role) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    userId,
    role,
  ])
}

/**
 * Tells the ledger. True where nothing is open any more, as far as the read models know. `goesOn` is asked before each command: where
 * it says no, the rest is left to the worker.
 */
export async function closeInLedger(
  ledger: CommandHandler,
  open: OpenBusiness,
  { userId, role }: Pick<Closing, 'userId' | 'role'>,
  goesOn: () => boolean = () => true,
): Promise<boolean> {
  let closed = true
  /** False where it has to be tried again. */
  const execute = async (
    businessId: number,
    buyerId: number,
    command: AccountCommand,
    what: string,
    actor: Actor,
  ): Promise<boolean> => {
    if (!goesOn()) return false
    const commandId = systemCommandId(what)
    const result = await ledger.execute({
      businessId,
      buyerId,
      command,
      action: { commandId },
      actor,
      correlationId: commandId,
    })
    return result.kind !== 'unknown' && (result.kind !== 'refused' || result.code !== 'busy')
  }
  const cancel = (
    businessId: number,
    buyerId: number,
    one: { redemptionId: string; reason: string },
    actor: Actor,
  ): Promise<boolean> =>
    execute(businessId, buyerId, { type: 'CancelRedemption', ...one }, `cancel-at-closing:${one.redemptionId}`, actor)
  /** The closing itself gives back what is pending, in its one append, which holds only so much: what is beyond that goes before. */
  const cancelMost = async (businessId: number, buyerId: number, actor: Actor): Promise<boolean> => {
    const pending = await pendingOn(ledger, businessId, buyerId)
    if (!pending) return false
    for (let from = AT_ONCE; from < pending.length; from += AT_ONCE) {
      const cancelled = await Promise.all(
        pending
          .slice(from, from + AT_ONCE)
          .map((redemptionId) => cancel(businessId, buyerId, { redemptionId, reason: CLOSED_REASON }, actor)),
      )
      if (cancelled.includes(false)) return false
    }
    return true
  }
  if (role === 'buyer') {
    const actor: Actor = { userId, role: 'buyer' }
    for (const businessId of await open.accountsOfBuyer(userId)) {
      const isClosed =
        (await cancelMost(businessId, userId, actor)) &&
        (await execute(businessId, userId, { type: 'CloseAccount' }, `close-account:${businessId}.${userId}`, actor))
      if (!isClosed) closed = false
    }
  } else {
    const actor: Actor = { userId, role: 'business' }
    for (const { buyerId, redemptionId } of await open.pendingAtBusiness(userId)) {
      if (!(await cancel(userId, buyerId, { redemptionId, reason: REASON }, actor))) closed = false
    }
  }
  return closed
}

/** The pending redemptions of an account; undefined where it cannot be read now. */
async function pendingOn(ledger: CommandHandler, businessId: number, buyerId: number): Promise<string[] | undefined> {
  try {
    return pendingOf((await ledger.load(businessId, buyerId)).state).map(({ redemptionId }) => redemptionId)
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined
    throw error
  }
}

/**
 * The worker's part: goes on with whoever left until everything that was under way then has come to rest. `upTo`: the read models hold all
 * that the log held at that moment, by the database's clock; where it is not known, nobody's closing is called finished. `removeFiles`:
 * whatever a business has uploaded; where that fails, its closing goes on, and the others do. By lot, so that closings that fail for ever keep no other from its turn. Throws
 * where it failed with some, after all were tried.
 */
export async function finishClosings(
  db: Queryable,
  ledger: CommandHandler,
  open: OpenBusiness,
  { upTo, removeFiles }: { upTo: Date | undefined; removeFiles: (businessId: number) => Promise<void> },
): Promise<{ finished: number; left: number }> {
  const { rows } = await db.query<Closing>(
    `SELECT user_id AS "userId", role, started_at AS "startedAt" FROM account_closings WHERE finished_at IS NULL ORDER BY random() LIMIT 100`,
  )
  const finished = await byThemselves((each) =>
    each(rows, async (closing) => {
      const closed = await closeInLedger(ledger, open, closing)
      const clean =
        closing.role === 'buyer' ||
        (await removeFiles(closing.userId).then(
          () => true,
          () => false,
        ))
      if (!closed || !clean || !upTo || upTo.getTime() - closing.startedAt.getTime() < SETTLED_AFTER_MS) return false
      await db.query('UPDATE account_closings SET finished_at = now() WHERE user_id = $1', [closing.userId])
      return true
    }),
  )
  return { finished, left: rows.length - finished }
}
