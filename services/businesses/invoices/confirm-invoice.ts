/** Payments that an administrator reports (H36, decision 64). */
import { onceForThing, type Recording } from '#platform/outbox/event-outbox.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { applyPayment, markPaid, type AwardsOfMonth } from './apply-payment.ts'
import { cancelOpenCharges, INVOICE_COLUMNS, type StoredInvoice } from './invoices.ts'
import { addTransfer } from './transfers.ts'
import { creditHolds, withdrawByItself } from '../plans/open-changes.ts'
import { lockSubscription, type LockedSubscription } from '../plans/subscription-rows.ts'

type PaymentRefusal = 'invoice_not_found' | 'invoice_not_open' | 'invoice_paid' | 'invoice_expired'

export type Confirmed = { kind: 'confirmed'; invoice: StoredInvoice } | { kind: 'refused'; code: PaymentRefusal }

/** `confirmedBy`: users.id. */
type Report = {
  by: Omit<Recording, 'commandId' | 'idFollowsFromThing'>
  awardsOfMonth: AwardsOfMonth
  confirmedBy: number
  /** The bank's. */
  reference: string | null
}
type FoundInvoice = { invoice: StoredInvoice; locked: LockedSubscription | undefined; recording: Recording }

/** Locks the business before its invoice, as every caller does. Undefined if there is no such invoice. */
async function lockInvoice(client: PoolClient, invoiceId: number, by: Report['by']): Promise<FoundInvoice | undefined> {
  const known = await client.query<{ businessId: number }>(
    'SELECT business_id AS "businessId" FROM invoices WHERE id = $1',
    [invoiceId],
  )
  const businessId = known.rows[0]?.businessId
  if (businessId === undefined) return undefined
  const locked = await lockSubscription(client, businessId)
  await client.query('SELECT FROM invoices WHERE id = $1 FOR UPDATE', [invoiceId])
  // A statement of its own, because a locking one would count the transfers as of before it waited.
  const found = await client.query<StoredInvoice>(`SELECT ${INVOICE_COLUMNS} FROM invoices i WHERE id = $1`, [
    invoiceId,
  ])
  const invoice = found.rows[0]!
  // The id alone may have named another invoice before a restore from an older backup.
  const once = onceForThing(`confirm-invoice:${invoiceId}:${invoice.issuedAt.toISOString()}`)
  return { invoice, locked, recording: { ...by, ...once } }
}

/**
 * Why an unpaid charge can no longer be paid: it is withdrawn, its business is closed, or the period that it credits
 * has ended. The last two withdraw it, which the caller has to commit.
 */
async function whyNotPayable(
  client: PoolClient,
  { invoice, locked, recording }: FoundInvoice,
): Promise<'invoice_not_open' | 'invoice_expired' | undefined> {
  if (invoice.state === 'cancelled') return 'invoice_not_open'
  if (!locked) return undefined
  // An invoice from before closing withdrew open ones: no business is left to receive the plan.
  if (locked.status === 'closed') {
    await cancelOpenCharges(client, invoice.businessId, recording.at)
    return 'invoice_not_open'
  }
  if (creditHolds(invoice, locked, recording.at)) return undefined
  await withdrawByItself(client, invoice, recording.at)
  return 'invoice_expired'
}

/**
 * Books a received payment or a sent refund; run in a transaction. The same administrator and reference again is a
 * retry; anything else may be a second transfer and is refused. A charge is paid in full by what is missing. A
 * suspended business stays suspended.
 */
export async function confirmInvoice(
  client: PoolClient,
  invoiceId: number,
  { by, awardsOfMonth, confirmedBy, reference }: Report,
): Promise<Confirmed> {
  const found = await lockInvoice(client, invoiceId, by)
  if (!found) return { kind: 'refused', code: 'invoice_not_found' }
  const { invoice, locked, recording } = found
  if (invoice.state === 'paid') {
    const isRepeated = invoice.confirmedBy === confirmedBy && invoice.reference === reference
    return isRepeated ? { kind: 'confirmed', invoice } : { kind: 'refused', code: 'invoice_paid' }
  }
  if (invoice.kind === 'refund' && invoice.state === 'open')
    return {
      kind: 'confirmed',
      invoice: await markPaid(client, invoice, { recording, confirmedBy, reference, period: null }),
    }
  const code = await whyNotPayable(client, found)
  if (code !== undefined) return { kind: 'refused', code }
  const missingAmd = invoice.amountAmd - invoice.receivedAmd
  if (missingAmd > 0)
    await addTransfer(client, invoice, { amountAmd: missingAmd, reference, enteredBy: confirmedBy, at: by.at })
  return {
    kind: 'confirmed',
    invoice: locked
      ? await applyPayment(client, { invoice, locked, recording, awardsOfMonth, confirmedBy, reference })
      : await markPaid(client, invoice, { recording, confirmedBy, reference, period: null }),
  }
}

type Entered =
  | { kind: 'paid' | 'partly'; invoice: StoredInvoice }
  | { kind: 'refused'; code: PaymentRefusal }
  | { kind: 'too_much'; missingAmd: number }

/**
 * Enters what has arrived, in the caller's transaction: with the rest of the amount due the charge is paid, with less
 * the rest stays due. More than that is refused, because nobody could say what the surplus is for.
 */
export async function enterTransfer(
  client: PoolClient,
  invoiceId: number,
  { amountAmd, by, awardsOfMonth, confirmedBy, reference }: Report & { amountAmd: number },
): Promise<Entered> {
  const found = await lockInvoice(client, invoiceId, by)
  // A refund is sent, not received.
  if (!found || found.invoice.kind === 'refund') return { kind: 'refused', code: 'invoice_not_found' }
  const { invoice, locked, recording } = found
  if (invoice.state === 'paid') return { kind: 'refused', code: 'invoice_paid' }
  const code = await whyNotPayable(client, found)
  if (code !== undefined || !locked) return { kind: 'refused', code: code ?? 'invoice_not_open' }
  const missingAmd = invoice.amountAmd - invoice.receivedAmd
  if (amountAmd > missingAmd) return { kind: 'too_much', missingAmd }
  await addTransfer(client, invoice, { amountAmd, reference, enteredBy: confirmedBy, at: by.at })
  if (amountAmd < missingAmd)
    return { kind: 'partly', invoice: { ...invoice, receivedAmd: invoice.receivedAmd + amountAmd } }
  const payment = { invoice, locked, recording, awardsOfMonth, confirmedBy, reference }
  return { kind: 'paid', invoice: await applyPayment(client, payment) }
}
