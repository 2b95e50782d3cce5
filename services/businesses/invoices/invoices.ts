/** Invoice rows (H36): issued in the transaction that causes them, numbered without gaps, never deleted. */
import type { Invoice, Payment } from '#contracts/calls/billing.ts'
import { normaliseCode } from '#contracts/units/codes.ts'
import type { Cycle, Plan } from '#contracts/pages/plans.ts'
import type { Seller } from '#contracts/pages/seller.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { containing, everyWordIn, wordsIn } from '#platform/postgres/sql-text.ts'
import { nextInvoiceNumber } from './invoice-numbers.ts'

/** `seller`: null if unset and nothing is due. */
export type InvoiceParties = {
  seller: Seller | null
  buyer: { name: string; taxId: string | null; address: string | null }
}

export type StoredInvoice = {
  id: number
  number: string
  businessId: number
  kind: Invoice['kind']
  state: Invoice['state']
  reason: Invoice['reason']
  plan: Plan
  cycle: Cycle
  priceAmd: number
  creditAmd: number
  amountAmd: number
  /** All of a paid charge; otherwise the sum of the transfers entered and not sent back (decision 64). */
  receivedAmd: number
  issuedAt: Date
  dueAt: Date
  paidAt: Date | null
  cancelledAt: Date | null
  /** users.id; null if unpaid or nothing was due. */
  confirmedBy: number | null
  /** The bank's reference. */
  reference: string | null
  periodStart: Date | null
  periodEnd: Date | null
  refunds: number | null
  provider: Payment['provider']
  parties: InvoiceParties
}

/** Of the invoice `i`. */
export const ENTERED_AMD = `(SELECT coalesce(sum(t.amount_amd), 0)::bigint FROM invoice_transfers t WHERE t.invoice_id = i.id AND t.returned_at IS NULL)`
/** Fully received, also where a release before 0062 confirmed it during an upgrade and entered no transfer. */
export const PAID_CHARGE = `(i.kind = 'charge' AND i.state = 'paid')`

export const INVOICE_COLUMNS = `i.id, i.number, i.business_id AS "businessId", i.kind, i.state, i.reason, i.plan, i.cycle, i.price_amd AS "priceAmd",
  i.credit_amd AS "creditAmd", i.amount_amd AS "amountAmd", i.issued_at AS "issuedAt", i.due_at AS "dueAt", i.paid_at AS "paidAt",
  i.cancelled_at AS "cancelledAt",
  i.confirmed_by AS "confirmedBy", i.payment_reference AS "reference",
  i.period_start AS "periodStart", i.period_end AS "periodEnd", i.refunds, i.provider, i.parties,
  CASE WHEN ${PAID_CHARGE} THEN i.amount_amd ELSE ${ENTERED_AMD} END AS "receivedAmd"`

export type NewInvoice = Pick<
  StoredInvoice,
  'businessId' | 'kind' | 'reason' | 'plan' | 'cycle' | 'priceAmd' | 'creditAmd' | 'dueAt' | 'provider'
> & {
  issuedAt: Date
  refunds?: number
  /** Callers ensure a seller for a positive price (payments/seller.ts). */
  seller: Seller | null
  /** Default: the business's present data. */
  buyer?: InvoiceParties['buyer']
}

/** Run in a transaction, so that a rollback frees the number. Mails the business about a charge. */
export async function issueInvoice(client: PoolClient, invoice: NewInvoice): Promise<StoredInvoice> {
  const { businessId, kind, reason, plan, cycle, priceAmd, creditAmd, dueAt, provider, issuedAt, refunds, seller } =
    invoice
  const parties: InvoiceParties = { seller, buyer: invoice.buyer ?? (await buyerOf(client, businessId)) }
  const number = await nextInvoiceNumber(client, issuedAt)
  const { rows } = await client.query<StoredInvoice>(
    `INSERT INTO invoices AS i (number, business_id, kind, state, reason, plan, cycle, price_amd, credit_amd, amount_amd, issued_at, due_at,
       provider, refunds, parties)
     VALUES ($1, $2, $3, 'open', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING ${INVOICE_COLUMNS}`,
    [
      number,
      businessId,
      kind,
      reason,
      plan,
      cycle,
      priceAmd,
      creditAmd,
      Math.max(0, priceAmd - creditAmd),
      issuedAt,
      dueAt,
      provider,
      refunds ?? null,
      JSON.stringify(parties),
    ],
  )
  const issued = rows[0]!
  if (kind === 'charge' && issued.amountAmd > 0) await orderInvoiceMail(client, issued)
  return issued
}

async function orderInvoiceMail(
  client: PoolClient,
  { id, businessId, number, reason, plan, cycle, amountAmd, dueAt }: StoredInvoice,
): Promise<void> {
  const parameters = { invoiceId: id, number, reason, plan, cycle, amountAmd, endsAt: dueAt.toISOString() }
  await orderMail(client, { cause: `invoice-issued:${id}`, template: 'invoice_issued', userId: businessId, parameters })
}

async function buyerOf(client: PoolClient, businessId: number): Promise<InvoiceParties['buyer']> {
  const { rows } = await client.query<InvoiceParties['buyer']>(
    `SELECT p.business_name AS name, u.tax_id AS "taxId", p.address FROM business_profiles p JOIN users u ON u.id = p.user_id WHERE p.user_id = $1`,
    [businessId],
  )
  return rows[0] ?? { name: '', taxId: null, address: null }
}

/** Newest first. */
export async function invoicesOfBusiness(db: Queryable, businessId: number): Promise<StoredInvoice[]> {
  return (
    await db.query<StoredInvoice>(`SELECT ${INVOICE_COLUMNS} FROM invoices i WHERE business_id = $1 ORDER BY id DESC`, [
      businessId,
    ])
  ).rows
}

/** Undefined for another business's invoice. */
export async function invoiceOfBusiness(
  db: Queryable,
  businessId: number,
  invoiceId: number,
): Promise<StoredInvoice | undefined> {
  const found = await db.query<StoredInvoice>(
    `SELECT ${INVOICE_COLUMNS} FROM invoices i WHERE business_id = $1 AND id = $2`,
    [businessId, invoiceId],
  )
  return found.rows[0]
}

export type InvoiceSearch = {
  search?: string | undefined
  state?: Invoice['state'] | undefined
  before?: number | undefined
  limit: number
}

/**
 * Newest first, before id `before`. `search`: a name, present or on the invoice, or parts of a number, with Cyrillic
 * look-alikes and without dashes.
 */
export async function findInvoices(
  db: Queryable,
  { search = '', state, before, limit }: InvoiceSearch,
): Promise<StoredInvoice[]> {
  const number = normaliseCode(search)
  const found = await db.query<StoredInvoice>(
    `SELECT ${INVOICE_COLUMNS} FROM invoices i LEFT JOIN business_profiles p ON p.user_id = i.business_id
     WHERE ($1::text IS NULL OR i.state = $1) AND ($2::int IS NULL OR i.id < $2)
       AND (${everyWordIn('$3', [`i.parties -> 'buyer' ->> 'name'`, 'p.business_name'], [NUMBER, 'p.slug'])} OR ${NUMBER} LIKE $4)
     ORDER BY i.id DESC LIMIT $5`,
    [state ?? null, before ?? null, wordsIn(search.replace(DASHES, ' ')), number && containing(number), limit],
  )
  return found.rows
}

const KEEPS_MONEY = `EXISTS (SELECT FROM invoice_transfers t WHERE t.invoice_id = i.id AND t.returned_at IS NULL)`
/** Unpaid charges, unsent refunds, and withdrawn charges of which a part had arrived. */
const UNSETTLED = `(i.state = 'open' OR (i.state = 'cancelled' AND ${KEEPS_MONEY}))`

/** Oldest first, with the number of all. */
export async function unsettledInvoices(
  db: Queryable,
  limit: number,
): Promise<{ count: number; oldest: StoredInvoice[] }> {
  const [oldest, count] = await Promise.all([
    db.query<StoredInvoice>(`SELECT ${INVOICE_COLUMNS} FROM invoices i WHERE ${UNSETTLED} ORDER BY i.id LIMIT $1`, [
      limit,
    ]),
    db.query<{ n: number }>(`SELECT count(*) AS n FROM invoices i WHERE ${UNSETTLED}`),
  ])
  return { count: count.rows[0]?.n ?? 0, oldest: oldest.rows }
}

export async function countOpenInvoices(db: Queryable): Promise<number> {
  return (await db.query<{ n: number }>(`SELECT count(*) AS n FROM invoices WHERE state = 'open'`)).rows[0]?.n ?? 0
}

const NUMBER = `replace(i.number, '-', '')`
/** All dashes that keyboards and mails produce. */
const DASHES = /[-\u2010-\u2015\u2212]/g

/** The unpaid charge; a business has at most one. */
export async function openCharge(db: Queryable, businessId: number): Promise<StoredInvoice | undefined> {
  const { rows } = await db.query<StoredInvoice>(
    `SELECT ${INVOICE_COLUMNS} FROM invoices i WHERE business_id = $1 AND state = 'open' AND kind = 'charge'`,
    [businessId],
  )
  return rows[0]
}

/**
 * Mail parameters of the invoice that reactivates a business. Without one that credits a period: it ends with that
 * period (H24).
 */
export const billInMail = (open: StoredInvoice | undefined): { invoiceId?: number; number?: string } =>
  open?.creditAmd === 0 ? { invoiceId: open.id, number: open.number } : {}

/** Withdraws unpaid charges, as when another plan is chosen. Their numbers stay used. */
export async function cancelOpenCharges(client: PoolClient, businessId: number, at: Date): Promise<number> {
  const cancelled = await client.query(
    `UPDATE invoices SET state = 'cancelled', cancelled_at = $2 WHERE business_id = $1 AND state = 'open' AND kind = 'charge'`,
    [businessId, at],
  )
  return cancelled.rowCount ?? 0
}
