/**
 * The ledger's part of deleting an account (H25). A buyer's pending codes are refunded and the accounts closed; a
 * business's pending redemptions are cancelled with refunds, and balances stay. Command ids are deterministic, so any
 * process may retry.
 */
import type { Actor } from '#contracts/events/ledger-events.ts'
import { CLOSED_REASON } from '#ledger/account/close-account.ts'
import type { AccountCommand } from '#ledger/account/decider.ts'
import { StoreUnavailable } from '#ledger/event-store.ts'
import type { Ledger } from '#ledger/ledger.ts'
import { isolateFailures } from '#platform/process/isolate-failures.ts'
import { systemCommandId } from '#platform/outbox/event-outbox.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'

export type OpenBusiness = {
  accountsOfBuyer(buyerId: number): Promise<number[]>
  pendingAtBusiness(businessId: number): Promise<{ buyerId: number; redemptionId: string }[]>
}

/** Longer than anything in flight at the deletion can last: caches, lanes, appends with their deadlines. */
const SETTLED_AFTER_MS = 3 * 60 * 1000
const REASON = 'business closed'
/** Redemptions cancelled at once: the store takes 1 MiB per append, and each needs about 600 bytes. */
const AT_ONCE = 200

type Closing = { userId: number; role: 'buyer' | 'business'; startedAt: Date }

/** Call in the transaction that erases the person. */
export async function startClosing(
  client: PoolClient,
  { userId, role }: Pick<Closing, 'userId' | 'role'>,
): Promise<void> {
  await client.query('INSERT INTO account_closings (user_id, role) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    userId,
    role,
  ])
}

/** True if the read models show nothing open. Once `goesOn` is false, the rest is left to the worker. */
export async function closeInLedger(
  ledger: Ledger,
  open: OpenBusiness,
  { userId, role }: Pick<Closing, 'userId' | 'role'>,
  goesOn: () => boolean = () => true,
): Promise<boolean> {
  let closed = true
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
  /**
   * CloseAccount refunds pending codes in its single append, which holds at most AT_ONCE; the surplus is cancelled
   * first.
   */
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

/** Undefined while the store is unavailable. */
async function pendingOn(ledger: Ledger, businessId: number, buyerId: number): Promise<string[] | undefined> {
  try {
    return await ledger.pending(businessId, buyerId)
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined
    throw error
  }
}

/**
 * The worker's part: retries until everything in flight at the deletion has settled. Random order keeps failing
 * closings from starving others. Throws after the round if some failed.
 * - `upTo`: the read models hold all events up to here (database clock); while undefined, no closing finishes.
 * - `removeFiles` deletes a business's uploads; a failure leaves its closing unfinished.
 */
export async function finishClosings(
  db: Queryable,
  ledger: Ledger,
  open: OpenBusiness,
  { upTo, removeFiles }: { upTo: Date | undefined; removeFiles: (businessId: number) => Promise<void> },
): Promise<{ finished: number; left: number }> {
  const { rows } = await db.query<Closing>(
    `SELECT user_id AS "userId", role, started_at AS "startedAt" FROM account_closings WHERE finished_at IS NULL ORDER BY random() LIMIT 100`,
  )
  const finished = await isolateFailures((each) =>
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
