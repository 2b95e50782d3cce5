/** Transfers received for a charge (decision 64): several may pay it, together exactly its amount. */
import type { Transfer } from '#contracts/calls/billing.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'
import { ENTERED_AMD, PAID_CHARGE, type StoredInvoice } from './invoices.ts'

type NewTransfer = { amountAmd: number; reference: string | null; enteredBy: number; at: Date }

export async function addTransfer(
  client: PoolClient,
  { id }: StoredInvoice,
  { amountAmd, reference, enteredBy, at }: NewTransfer,
): Promise<void> {
  await client.query(
    'INSERT INTO invoice_transfers (invoice_id, amount_amd, reference, entered_by, entered_at) VALUES ($1, $2, $3, $4, $5)',
    [id, amountAmd, reference, enteredBy, at],
  )
}

export type Returned = { kind: 'returned' } | { kind: 'refused'; code: 'not_found' | 'invoice_paid' }

/**
 * A transfer that was sent back, or entered by mistake, no longer counts. Of a paid invoice it cannot be: that takes a
 * refund. Repeatable.
 */
export async function returnTransfer(
  client: PoolClient,
  { invoiceId, transferId }: { invoiceId: number; transferId: number },
  { adminId, at }: { adminId: number; at: Date },
): Promise<Returned> {
  const locked = await client.query<{ state: StoredInvoice['state'] }>(
    'SELECT state FROM invoices WHERE id = $1 FOR UPDATE',
    [invoiceId],
  )
  const known = await client.query('SELECT 1 FROM invoice_transfers WHERE id = $1 AND invoice_id = $2', [
    transferId,
    invoiceId,
  ])
  if (known.rowCount !== 1) return { kind: 'refused', code: 'not_found' }
  if (locked.rows[0]?.state === 'paid') return { kind: 'refused', code: 'invoice_paid' }
  await client.query(
    'UPDATE invoice_transfers SET returned_by = $2, returned_at = $3 WHERE id = $1 AND returned_at IS NULL',
    [transferId, adminId, at],
  )
  return { kind: 'returned' }
}

/**
 * Of each invoice, in the order in which they were entered; also those sent back. What a release before 0062 confirmed
 * without a row is taken from the invoice, under the id 0.
 */
export async function transfersOf(db: Queryable, invoiceIds: readonly number[]): Promise<Map<number, Transfer[]>> {
  const { rows } = await db.query<
    Omit<Transfer, 'enteredAt' | 'returnedAt'> & { invoiceId: number; enteredAt: Date; returnedAt: Date | null }
  >(
    `SELECT id, invoice_id AS "invoiceId", amount_amd AS "amountAmd", reference, entered_by AS "enteredBy", entered_at AS "enteredAt",
       returned_at AS "returnedAt" FROM invoice_transfers WHERE invoice_id = ANY($1)
     UNION ALL
     SELECT 0, i.id, i.amount_amd - entered.amd, i.payment_reference, i.confirmed_by, i.paid_at, NULL
     FROM invoices i, LATERAL (SELECT ${ENTERED_AMD} AS amd) AS entered
     WHERE i.id = ANY($1) AND ${PAID_CHARGE} AND i.confirmed_by IS NOT NULL AND i.amount_amd > entered.amd
     ORDER BY "enteredAt", id`,
    [invoiceIds],
  )
  return Map.groupBy(
    rows.map(({ enteredAt, returnedAt, ...row }) => ({
      ...row,
      enteredAt: enteredAt.toISOString(),
      returnedAt: returnedAt?.toISOString() ?? null,
    })),
    ({ invoiceId }) => invoiceId,
  )
}
