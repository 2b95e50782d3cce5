/** Invoice numbers: gapless, from 1 in every Yerevan year. Plain rows, unknown to the log. */
import { yerevanDay } from '#contracts/units/time.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'

export type InvoiceNumber = { year: number; last: number }

export const writtenNumber = ({ year, last }: InvoiceNumber): string => `HTK-${year}-${String(last).padStart(6, '0')}`

export function readInvoiceNumber(number: string): InvoiceNumber | undefined {
  const [, year, last] = /^HTK-(\d{4})-(\d{6,9})$/.exec(number) ?? []
  return Number(last) > 0 ? { year: Number(year), last: Number(last) } : undefined
}

/** Run in a transaction: the locked counter makes numbers follow the commit order. */
export async function nextInvoiceNumber(client: PoolClient, issuedAt: Date): Promise<string> {
  const year = Number(yerevanDay(issuedAt).slice(0, 4))
  const { rows } = await client.query<InvoiceNumber>(
    `INSERT INTO invoice_numbers AS counter (year, last) VALUES ($1, 1)
     ON CONFLICT (year) DO UPDATE SET last = counter.last + 1 RETURNING year, last`,
    [year],
  )
  return writtenNumber(rows[0]!)
}

/** Skips all numbers up to this one. Returns whether the counter moved; it never moves back. */
export async function passInvoiceNumber(db: Queryable, { year, last }: InvoiceNumber): Promise<boolean> {
  const moved = await db.query(
    `INSERT INTO invoice_numbers AS counter (year, last) VALUES ($1, $2)
     ON CONFLICT (year) DO UPDATE SET last = excluded.last WHERE counter.last < excluded.last`,
    [year, last],
  )
  return moved.rowCount === 1
}

export async function lastInvoiceNumber(db: Queryable): Promise<InvoiceNumber | undefined> {
  const { rows } = await db.query<InvoiceNumber>(
    'SELECT year, last FROM invoice_numbers WHERE last > 0 ORDER BY year DESC LIMIT 1',
  )
  return rows[0]
}
