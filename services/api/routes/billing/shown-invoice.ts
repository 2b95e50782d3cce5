import { isOwed, type Invoice } from '#contracts/calls/billing.ts'
import type { StoredInvoice } from '#businesses/invoices/invoices.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { Deps } from '../../deps.ts'

/** Includes payment instructions only while open. `db`: inside a transaction, its own connection. */
export async function shownInvoice(
  db: Queryable,
  { billing }: Pick<Deps, 'billing'>,
  invoice: StoredInvoice,
): Promise<Invoice> {
  const { id, number, businessId, kind, state, reason, plan, cycle, priceAmd, creditAmd, amountAmd, receivedAmd } =
    invoice
  return {
    id,
    number,
    kind,
    state,
    reason,
    plan,
    cycle,
    priceAmd,
    creditAmd,
    amountAmd,
    receivedAmd,
    issuedAt: invoice.issuedAt.toISOString(),
    dueAt: invoice.dueAt.toISOString(),
    paidAt: invoice.paidAt?.toISOString() ?? null,
    periodStart: invoice.periodStart?.toISOString() ?? null,
    periodEnd: invoice.periodEnd?.toISOString() ?? null,
    payment: isOwed(invoice) ? await billing.provider.instructions(db, invoice) : null,
    pdfUrl: `/api/business/${businessId}/invoices/${id}/pdf`,
  }
}
