/** A business that chooses, pays and cancels plans on the test's clock, by the functions behind the API. */
import type { Cycle, Plan } from '#contracts/pages/plans.ts'
import { confirmInvoice, type Confirmed } from '#businesses/invoices/confirm-invoice.ts'
import { cancelSubscription, changeSubscription } from '#businesses/plans/change-subscription.ts'
import type { SubscriptionOutcome } from '#businesses/plans/subscription-outcome.ts'
import { invoicesOfBusiness, type StoredInvoice } from '#businesses/invoices/invoices.ts'
import { bankTransfer } from '#businesses/payments/bank-transfer.ts'
import { closeBusiness, reinstateBusiness, suspendBusiness } from '#businesses/status/status-changes.ts'
import { lookAfterSubscriptions } from '#businesses/plans/subscription-chore.ts'
import { systemCommandId, type Recording } from '#platform/outbox/event-outbox.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { insertBusiness } from '../people/people-rows.ts'

const deps = { provider: bankTransfer, awardsOfMonth: async () => 0 }
const by = (at: Date): Recording => ({
  commandId: systemCommandId(`subscriber:${Math.random()}`),
  actor: { userId: 1, role: 'business' },
  correlationId: 'test',
  at,
})

export type Subscriber = Awaited<ReturnType<typeof newSubscriber>>

/** `awards`: those of each month. */
export async function newSubscriber(
  pool: Pool,
  { trialEndDate, awards = 0 }: { trialEndDate?: Date; awards?: number } = {},
) {
  const awardsOfMonth = async () => awards
  const { id } = await insertBusiness(pool, { passwordHash: 'x', plan: 'starter', status: 'active', perks: [] })
  if (trialEndDate)
    await pool.query('UPDATE business_profiles SET trial_end_date = $2 WHERE user_id = $1', [id, trialEndDate])
  const choose = (plan: Plan, cycle: Cycle, at: Date): Promise<SubscriptionOutcome> =>
    inTransaction(pool, (client) => changeSubscription(client, id, { plan, cycle }, { ...deps, recording: by(at) }))
  const cancel = (refund: boolean, at: Date): Promise<SubscriptionOutcome> =>
    inTransaction(pool, (client) =>
      cancelSubscription(client, id, { refund }, { ...deps, awardsOfMonth, recording: by(at) }),
    )
  const confirm = (invoice: StoredInvoice, at: Date): Promise<Confirmed> =>
    inTransaction(pool, (client) =>
      confirmInvoice(client, invoice.id, { by: by(at), awardsOfMonth, confirmedBy: 1, reference: null }),
    )
  /** Throws if the choice causes no invoice. */
  const billFor = async (plan: Plan, cycle: Cycle, at: Date): Promise<StoredInvoice> => {
    const outcome = await choose(plan, cycle, at)
    if (outcome.kind !== 'awaiting_payment' || !outcome.invoice)
      throw new Error(`Choosing ${plan} came to: ${outcome.kind}`)
    return outcome.invoice
  }
  return {
    id,
    choose,
    cancel,
    confirm,
    billFor,
    buy: async (plan: Plan, cycle: Cycle, at: Date): Promise<StoredInvoice> => {
      const confirmed = await confirm(await billFor(plan, cycle, at), at)
      if (confirmed.kind !== 'confirmed') throw new Error(`The payment was refused: ${confirmed.code}`)
      return confirmed.invoice
    },
    suspendedUntil: async (
      until: Date,
      { from, meanwhile = async () => {} }: { from: Date; meanwhile?: () => Promise<unknown> },
    ): Promise<void> => {
      await inTransaction(pool, (client) => suspendBusiness(client, id, 'complaints', by(from)))
      await meanwhile()
      await inTransaction(pool, (client) => reinstateBusiness(client, id, 'settled', by(until)))
    },
    close: (at: Date) => inTransaction(pool, (client) => closeBusiness(client, id, by(at), bankTransfer)),
    /** Oldest first. */
    bills: async (): Promise<StoredInvoice[]> => (await invoicesOfBusiness(pool, id)).reverse(),
    row: async (): Promise<Record<string, unknown>> =>
      (await pool.query('SELECT * FROM business_profiles WHERE user_id = $1', [id])).rows[0],
    mails: async (): Promise<string[]> => {
      const { rows } = await pool.query<{ template: string }>(
        'SELECT template FROM mail_outbox WHERE user_id = $1 ORDER BY created_at, template',
        [id],
      )
      return rows.map(({ template }) => template)
    },
  }
}

/** The subscription chore as of `now`. */
export const subscriptionsAt = (pool: Pool, now: Date) => lookAfterSubscriptions(pool, now, deps)
