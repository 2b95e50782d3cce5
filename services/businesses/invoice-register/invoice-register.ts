/**
 * A month's invoices for bookkeeping (H36), in whole AMD and Yerevan months. A past month's register never changes:
 * later payments and withdrawals appear in their own months.
 */
import type { Invoice } from '#contracts/calls/billing.ts'
import { daysOfMonth, momentsOf } from '#contracts/units/time.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { InvoiceParties, StoredInvoice } from '../invoices/invoices.ts'

/** `until` is exclusive. */
export type MonthSpan = { from: Date; until: Date }

/** closing = opening + issued − withdrawn − settled. */
export type RegisterSums = {
  openingAmd: number
  issuedAmd: number
  withdrawnAmd: number
  settledAmd: number
  closingAmd: number
}

/** `month`: 'YYYY-MM' in Yerevan. */
export const momentsOfMonth = (month: string): MonthSpan => momentsOf(daysOfMonth(month))

const within = (column: string) => `${column} >= $1 AND ${column} < $2`
const waitedAt = (moment: string) =>
  `issued_at < ${moment} AND coalesce(least(paid_at, cancelled_at) >= ${moment}, true)`

/** Opening and closing are both queried, not derived from each other. */
export async function registerSums(
  db: Queryable,
  { from, until }: MonthSpan,
): Promise<Record<Invoice['kind'], RegisterSums>> {
  const sum = (condition: string) => `coalesce(sum(amount_amd) FILTER (WHERE ${condition}), 0)::int8`
  const { rows } = await db.query<RegisterSums & { kind: Invoice['kind'] }>(
    `SELECT kind, ${sum(waitedAt('$1'))} AS "openingAmd", ${sum(within('issued_at'))} AS "issuedAmd", ${sum(within('cancelled_at'))} AS "withdrawnAmd",
       ${sum(within('paid_at'))} AS "settledAmd", ${sum(waitedAt('$2'))} AS "closingAmd"
     FROM invoices WHERE issued_at < $2 GROUP BY kind`,
    [from, until],
  )
  const of = (wanted: Invoice['kind']): RegisterSums => {
    const { kind: _, ...sums } = rows.find(({ kind }) => kind === wanted) ?? {
      kind: wanted,
      openingAmd: 0,
      issuedAmd: 0,
      withdrawnAmd: 0,
      settledAmd: 0,
      closingAmd: 0,
    }
    return sums
  }
  return { charge: of('charge'), refund: of('refund') }
}

export type RegisterRow = Pick<
  StoredInvoice,
  'number' | 'kind' | 'plan' | 'cycle' | 'priceAmd' | 'creditAmd' | 'amountAmd' | 'issuedAt' | 'paidAt' | 'reference'
> & {
  buyer: InvoiceParties['buyer']
  /** Null, as `paidAt`, if after the month. */
  cancelledAt: Date | null
  /** The number of the refunded invoice. */
  refundOf: string | null
}

/** Ordered by number. */
export async function registerRows(db: Queryable, { from, until }: MonthSpan): Promise<RegisterRow[]> {
  const { rows } = await db.query<RegisterRow>(
    `SELECT i.number, i.kind, i.plan, i.cycle, i.price_amd AS "priceAmd", i.credit_amd AS "creditAmd", i.amount_amd AS "amountAmd", i.issued_at AS "issuedAt",
       CASE WHEN i.paid_at < $2 THEN i.paid_at END AS "paidAt", CASE WHEN i.paid_at < $2 THEN i.payment_reference END AS reference,
       CASE WHEN i.cancelled_at < $2 THEN i.cancelled_at END AS "cancelledAt", i.parties -> 'buyer' AS buyer, refunded.number AS "refundOf"
     FROM invoices i LEFT JOIN invoices refunded ON refunded.id = i.refunds
     WHERE ${['i.issued_at', 'i.cancelled_at', 'i.paid_at'].map(within).join(' OR ')} ORDER BY i.id`,
    [from, until],
  )
  return rows
}

export async function firstIssuedAt(db: Queryable): Promise<Date | undefined> {
  const { rows } = await db.query<{ at: Date }>('SELECT issued_at AS at FROM invoices ORDER BY id LIMIT 1')
  return rows[0]?.at
}
