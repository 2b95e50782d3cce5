/** Periodic chores of accounts and businesses. Safe to run in several processes. */
import { yerevanDay } from '#contracts/units/time.ts'
import { finishMerges } from '#accounts/cards/merge-cards.ts'
import { finishClosings, type OpenBusiness } from '#accounts/close-accounts.ts'
import { endRedemptions } from '#accounts/end-redemptions.ts'
import { eraseRejected } from '#accounts/erase.ts'
import { remindOfRedemptions } from '#accounts/redemption-reminders.ts'
import { dropOldPushes } from '#accounts/push/send-pushes.ts'
import { pruneSecurityLog } from '#accounts/staff/security-log.ts'
import { forgetUnverifiedMoves } from '#accounts/verification/unverified-moves.ts'
import { eraseUnverified, unverifiedToErase } from '#accounts/verification/unverified.ts'
import type { AwardsOfMonth } from '#businesses/invoices/apply-payment.ts'
import { deleteOldDocuments, rejectedToErase } from '#businesses/profile/id-documents.ts'
import { removeAllLogos } from '#businesses/profile/logos.ts'
import { readRedemptionTtl } from '#businesses/counter/redemption-ttl.ts'
import { bankTransfer } from '#businesses/payments/bank-transfer.ts'
import { orderAttentionMails } from '#businesses/profile/attention-mail.ts'
import { orderDayReports } from '#businesses/profile/report-mail.ts'
import { forgetOldInvitations } from '#businesses/staff/keep-sign-ins.ts'
import { closeBusiness, closeUndecided } from '#businesses/status/status-changes.ts'
import { lookAfterSubscriptions } from '#businesses/plans/subscription-chore.ts'
import { lookAfterTrials } from '#businesses/plans/trials.ts'
import type { Ledger } from '#ledger/ledger.ts'
import { isolateFailures } from '#platform/process/isolate-failures.ts'
import type { FileStorage } from '#platform/files/file-storage.ts'
import { pruneKeyedWrites } from '#platform/postgres/keyed-writes.ts'
import { dropOldDeadMails } from '#platform/mail/mail-outbox.ts'
import type { Pool, Queryable } from '#platform/postgres/postgres.ts'
import { balancesOfBuyer, businessesOfCard } from './account-balances/queries.ts'
import { takenOfMonth } from './monthly-transactions/taken-of-month.ts'
import { pendingAtBusiness } from './redemptions/queries.ts'
import { forgetSettledReminders, redemptionsThatEnded, redemptionsToRemindOf } from './redemptions/waiting.ts'
import { liveCheckpoint } from './runtime/catch-up/checkpoints.ts'
import { reachHead } from './runtime/wake/reach-head.ts'

/** How long counting awards waits for the read models; a stale count would give the month away twice (H11). */
const HEAD_WAIT_MS = 2_000

export type ChoresOptions = {
  pool: Pool
  files: FileStorage
  ledger: Ledger
  head: () => Promise<bigint | null>
  onFailed: (what: string, error: unknown) => void
}

/**
 * Returns a round of all chores. A failing chore is reported, does not affect the others and is retried next round.
 * Never throws.
 */
export function createChores({
  pool,
  files,
  ledger,
  head,
  onFailed,
}: ChoresOptions): (now: Date) => Promise<Record<string, unknown>> {
  /** The failed wait for the read models, reused for the rest of the round. */
  let behind: { reason: unknown } | undefined
  async function caughtUp(db: Queryable): Promise<void> {
    if (behind) throw behind.reason
    try {
      await reachHead(db, await head(), HEAD_WAIT_MS)
    } catch (reason) {
      behind = { reason }
      throw reason
    }
  }
  const awardsOfMonth: AwardsOfMonth = async (db, businessId, month) => {
    await caughtUp(db)
    return takenOfMonth(db, businessId, month)
  }
  const open: OpenBusiness = {
    accountsOfBuyer: async (buyerId) => (await balancesOfBuyer(pool, buyerId)).map(({ businessId }) => businessId),
    pendingAtBusiness: (businessId) => pendingAtBusiness(pool, businessId),
  }
  const hasPoints = async (buyerId: number): Promise<boolean> => {
    await caughtUp(pool)
    return (await balancesOfBuyer(pool, buyerId)).some(({ balanceTenths }) => balanceTenths > 0)
  }
  /** The previous round's head. Undefined in the first round or after a failed read. */
  let before: { head: bigint | null; askedAt: Date } | undefined

  const chores: Record<string, (now: Date) => Promise<unknown>> = {
    trials: (now) => lookAfterTrials(pool, now),
    subscriptions: (now) => lookAfterSubscriptions(pool, now, { provider: bankTransfer, awardsOfMonth }),
    async unverified(now) {
      const unverified = await unverifiedToErase(pool, now)
      return isolateFailures((each) =>
        each(unverified, (one) =>
          eraseUnverified(
            pool,
            one,
            now,
            (client, id, recording) => closeUndecided(client, id, recording, bankTransfer),
            hasPoints,
          ),
        ),
      )
    },
    // After `unverified`, whose documents then have no owner.
    documents: (now) => deleteOldDocuments(pool, files, now),
    async rejected(now) {
      const rejected = await rejectedToErase(pool, now)
      return isolateFailures((each) =>
        each(rejected, (businessId) =>
          eraseRejected(pool, businessId, now, (client, id, recording) =>
            closeBusiness(client, id, recording, bankTransfer),
          ),
        ),
      )
    },
    // Before `closings`, which read the next head.
    merges: async () =>
      finishMerges(pool, ledger, (cardId) => businessesOfCard(pool, cardId), { upTo: await readUpTo() }),
    async closings() {
      try {
        return await finishClosings(pool, ledger, open, { upTo: await readUpTo(), removeFiles })
      } finally {
        // Also after a failure: the next round needs a fresh head.
        before = undefined
        before = await askHead()
      }
    },
    reminders: daily(async (now) => {
      const { reminded: done, left } = await remindOfRedemptions(
        pool,
        { toRemindOf: (wanted) => redemptionsToRemindOf(pool, wanted) },
        { now, ttl: await readRedemptionTtl(pool) },
      )
      return { done, left }
    }),
    endings: daily(async (now) => {
      const { ended: done, left } = await endRedemptions(
        ledger,
        { thatEnded: (wanted) => redemptionsThatEnded(pool, wanted) },
        { now, ttl: await readRedemptionTtl(pool) },
      )
      await forgetSettledReminders(pool)
      return { done, left }
    }),
    // Not before the read models have the day's last purchase.
    dayReports: (now) => orderDayReports(pool, now, () => caughtUp(pool)),
    attentionMails: (now) => orderAttentionMails(pool, now, () => caughtUp(pool)),
    moves: (now) => forgetUnverifiedMoves(pool, now),
    invitations: daily(async (now) => ({ done: await forgetOldInvitations(pool, now), left: false })),
    deadMails: daily(async (now) => ({ done: await dropOldDeadMails(pool, now), left: false })),
    pushes: daily(async (now) => ({ done: await dropOldPushes(pool, now), left: false })),
    securityLog: daily(async (now) => ({ done: await pruneSecurityLog(pool, now), left: false })),
    keyedWrites: daily(async (now) => ({ done: await pruneKeyedWrites(pool, now), left: false })),
  }

  return async (now) => {
    behind = undefined
    const done: Record<string, unknown> = {}
    for (const [name, chore] of Object.entries(chores)) {
      try {
        done[name] = await chore(now)
      } catch (error) {
        onFailed(`a chore failed and will be retried: ${name}`, error)
      }
    }
    return done
  }

  /** When the previous round's head was read, not now: the log may have grown since. Undefined if it is not projected. */
  async function readUpTo(): Promise<Date | undefined> {
    if (!before) return undefined
    const checkpoint = (await liveCheckpoint(pool))?.position ?? null
    return before.head === null || (checkpoint !== null && checkpoint >= before.head) ? before.askedAt : undefined
  }

  /** `askedAt` is PostgreSQL's clock, as in the closings, read before the head. */
  async function askHead(): Promise<{ head: bigint | null; askedAt: Date }> {
    const { rows } = await pool.query<{ at: Date }>('SELECT clock_timestamp() AS at')
    return { askedAt: rows[0]!.at, head: await head() }
  }

  async function removeFiles(businessId: number): Promise<void> {
    try {
      await removeAllLogos(files, businessId)
    } catch (error) {
      onFailed('the logos of a deleted business could not be removed yet', error)
      throw error
    }
  }
}

/** Repeats a chore until nothing is left, then not until the next day in Yerevan. */
function daily(chore: (now: Date) => Promise<{ done: number; left: boolean }>): (now: Date) => Promise<number> {
  let doneOn = ''
  return async (now) => {
    const today = yerevanDay(now)
    if (doneOn === today) return 0
    const { done, left } = await chore(now)
    if (!left) doneOn = today
    return done
  }
}
