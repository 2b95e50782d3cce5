/** What happens the moment an invoice is paid: the plan holds, or the following period is secured (H22, H38). */
import type { Plan } from '#contracts/pages/plans.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import { isInTrial } from '#contracts/pages/trial.ts'
import { onceForThing, type Recording } from '#platform/outbox/event-outbox.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { cancelOpenCharges, INVOICE_COLUMNS, type StoredInvoice } from './invoices.ts'
import { creditHolds, withdrawByItself } from '../plans/open-changes.ts'
import { firstPeriod, periodAfter, type Period } from '../plans/periods.ts'
import { readPlanTerms } from '../plans/plan-terms.ts'
import { countAtLeast } from '../counter/quota.ts'
import { recordPlanChange } from '../plans/record-plan-change.ts'
import { statusAfter } from '../status/status.ts'
import { lockSubscription, type LockedSubscription } from '../plans/subscription-rows.ts'

/**
 * Awards of a business in a calendar month ('YYYY-MM' in Yerevan), as the read models have them, with those under way that hold a place already. Within a
 * transaction they are asked for over its own connection (`db`): one that waited for a second would hold the first, and a few such could wait for each other.
 */
export type AwardsOfMonth = (db: Queryable, businessId: number, month: string) => Promise<number>

type Payment = {
  invoice: StoredInvoice
  locked: LockedSubscription
  recording: Recording
  awardsOfMonth: AwardsOfMonth
  /** The administrator's users.id; null where nothing had to be paid. */
  confirmedBy: number | null
  reference: string | null
}

export type Confirmed =
  | { kind: 'confirmed'; invoice: StoredInvoice }
  | { kind: 'refused'; code: 'invoice_not_found' | 'invoice_not_open' | 'invoice_paid' | 'invoice_expired' }

/**
 * The money has come (or, for a refund, has gone out). To be run in a transaction. Confirmed again by the same administrator with the same reference,
 * it comes to the same; by anybody else, or with another reference, it may be about a second transfer and is refused. So is a cancelled invoice, a bill of
 * a business that has closed, which is withdrawn, and one whose credit is of a period that has ended: it is withdrawn, and the business told to choose
 * again. A suspended business stays suspended, but what it paid for is recorded.
 */
export async function confirmInvoice(
  client: PoolClient,
  invoiceId: number,
  {
    by,
    awardsOfMonth,
    confirmedBy,
    reference,
  }: Omit<Payment, 'invoice' | 'locked' | 'recording'> & { by: Omit<Recording, 'commandId' | 'idFollowsFromThing'> },
): Promise<Confirmed> {
  const known = await client.query<{ businessId: number }>(
    'SELECT business_id AS "businessId" FROM invoices WHERE id = $1',
    [invoiceId],
  )
  const businessId = known.rows[0]?.businessId
  if (businessId === undefined) return { kind: 'refused', code: 'invoice_not_found' }
  // The business first, everywhere: whoever cancels its invoices holds the same lock.
  const locked = await lockSubscription(client, businessId)
  const found = await client.query<StoredInvoice>(
    `SELECT ${INVOICE_COLUMNS} FROM invoices i WHERE id = $1 FOR UPDATE`,
    [invoiceId],
  )
  const invoice = found.rows[0]!
  // Its id alone may have been another invoice's, where the database was restored from an older backup than the event store's.
  const recording = { ...by, ...onceForThing(`confirm-invoice:${invoiceId}:${invoice.issuedAt.toISOString()}`) }
  if (invoice.state === 'paid') {
    const isRepeated = invoice.confirmedBy === confirmedBy && invoice.reference === reference
    return isRepeated ? { kind: 'confirmed', invoice } : { kind: 'refused', code: 'invoice_paid' }
  }
  if (invoice.state === 'cancelled') return { kind: 'refused', code: 'invoice_not_open' }
  if (invoice.kind === 'refund' || !locked)
    return {
      kind: 'confirmed',
      invoice: await markPaid(client, invoice, { recording, confirmedBy, reference, period: null }),
    }
  // It was issued before closings withdrew what is open: nobody is left who could be given anything for the money.
  if (locked.status === 'closed') {
    await cancelOpenCharges(client, businessId, recording.at)
    return { kind: 'refused', code: 'invoice_not_open' }
  }
  if (!creditHolds(invoice, locked, recording.at)) {
    await withdrawByItself(client, invoice, recording.at)
    return { kind: 'refused', code: 'invoice_expired' }
  }
  return {
    kind: 'confirmed',
    invoice: await applyPayment(client, { invoice, locked, recording, awardsOfMonth, confirmedBy, reference }),
  }
}

/** To be run under the lock of the business's row. */
export async function applyPayment(client: PoolClient, payment: Payment): Promise<StoredInvoice> {
  const { invoice, locked, recording } = payment
  const now = recording.at
  const { businessId, plan, cycle, periodEnd, periodDay } = locked
  const status = statusAfter(locked.status, 'pay', { entitled: true }) ?? locked.status
  const follows =
    invoice.reason === 'renewal' && periodEnd !== null && periodEnd > now && locked.status !== 'trial_expired'
  const period = follows
    ? periodAfter({ end: periodEnd, day: periodDay ?? 31 }, invoice.cycle)
    : periodFromNow(locked, invoice, now)
  if (follows) {
    await client.query(
      `UPDATE business_profiles SET subscription_end_date = $2, next_from = $3, next_plan = $4, next_cycle = $5, updated_at = now() WHERE user_id = $1`,
      [businessId, period.end, period.start, invoice.plan, invoice.cycle],
    )
  } else {
    await countBeforeLimit(client, businessId, {
      from: plan,
      to: invoice.plan,
      now,
      awardsOfMonth: payment.awardsOfMonth,
    })
    await client.query(
      `UPDATE business_profiles SET status = $2, subscription_plan = $3, billing_cycle = $4, subscription_start_date = $5,
         subscription_end_date = $6, period_day = $7, next_plan = NULL, next_cycle = NULL, next_from = NULL, cancels_at_end = false,
         plan_changed_at = $8, updated_at = now() WHERE user_id = $1`,
      [businessId, status, invoice.plan, invoice.cycle, period.start, period.end, period.day, now],
    )
  }
  await recordPlanChange(
    client,
    businessId,
    {
      fromPlan: plan,
      fromCycle: cycle,
      // Until the period that is paid for begins, nothing but its end is new: the chore records the other plan when it holds.
      toPlan: follows ? plan : invoice.plan,
      toCycle: follows ? cycle : invoice.cycle,
      paidUntil: period.end.toISOString(),
      reactivates: locked.status === 'trial_expired' && status === 'active',
    },
    recording,
  )
  return markPaid(client, invoice, { ...payment, period })
}

/** Whoever buys Starter in the trial keeps the trial: the paid time begins after it. Everything larger begins at once. */
function periodFromNow(locked: LockedSubscription, { plan, cycle }: StoredInvoice, now: Date): Period {
  const keepsTrial = plan === 'starter' && locked.trialEndDate !== null && isInTrial(locked, now)
  return firstPeriod(keepsTrial && locked.trialEndDate ? new Date(locked.trialEndDate.getTime() + 1_000) : now, cycle)
}

/** Awards of an unlimited plan took no places: they are counted before a limit holds, so that the month is not given away twice (H11). */
export async function countBeforeLimit(
  client: PoolClient,
  businessId: number,
  { from, to, now, awardsOfMonth }: { from: Plan; to: Plan; now: Date; awardsOfMonth: AwardsOfMonth },
): Promise<void> {
  const terms = await readPlanTerms(client)
  if (terms[from].transactions !== null || terms[to].transactions === null) return
  const month = yerevanMonth(now)
  await countAtLeast(client, businessId, month, await awardsOfMonth(client, businessId, month))
}

async function markPaid(
  client: PoolClient,
  { id }: StoredInvoice,
  {
    recording,
    confirmedBy,
    reference,
    period,
  }: Pick<Payment, 'recording' | 'confirmedBy' | 'reference'> & { period: Period | null },
): Promise<StoredInvoice> {
  const { rows } = await client.query<StoredInvoice>(
    `UPDATE invoices AS i SET state = 'paid', paid_at = $2, confirmed_by = $3, payment_reference = $4, period_start = $5, period_end = $6
     WHERE id = $1 RETURNING ${INVOICE_COLUMNS}`,
    [id, recording.at, confirmedBy, reference, period?.start ?? null, period?.end ?? null],
  )
  return rows[0]!
}
