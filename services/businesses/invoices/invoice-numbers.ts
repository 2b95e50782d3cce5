/** The numbers of invoices, without gaps, from 1 in every year of Asia/Yerevan. Ordinary rows: nothing in the log knows them. */
import { yerevanDay } from '#contracts/units/time.ts'
import type { PoolClient, Queryable } from '#platform/postgres/postgres.ts'

export type InvoiceNumber = { year: number; last: number }

/** As it stands on an invoice. */
export const writtenNumber = ({ year, last }: InvoiceNumber): string => `HTK-${year}-${String(last).padStart(6, '0')}`

/** What a number says, as it stands on an invoice; undefined where it is none. */
export function readInvoiceNumber(number: string): InvoiceNumber | undefined {
  const [, year, last] = /^HTK-(\d{4})-(\d{6,9})$/.exec(number) ?? []
  return Number(last) > 0 ? { year: Number(year), last: Number(last) } : undefined
}

/** To be run in a transaction. The counter's row is held until it ends, so numbers are given in the order of the commits. */
export async function nextInvoiceNumber(client: PoolClient, issuedAt: Date): Promise<string> {
  const year = Number(yerevanDay(issuedAt).slice(0, 4))
  const { rows } = await client.query<InvoiceNumber>(
    `INSERT INTO invoice_numbers AS counter (year, last) VALUES ($1, 1)
     ON CONFLICT (year) DO UPDATE SET last = counter.last + 1 RETURNING year, last`,
    [year],
  )
  return writtenNumber(rows[0]!)
}

/** Sees to it that no number up to this one is given to anybody any more. The counter moves forwards only; true where it moved. */
export async function passInvoiceNumber(db: Queryable, { year, last }: InvoiceNumber): Promise<boolean> {
  const moved = await db.query(
    `INSERT INTO invoice_numbers AS counter (year, last) VALUES ($1, $2)
     ON CONFLICT (year) DO UPDATE SET last = excluded.last WHERE counter.last < excluded.last`,
    [year, last],
  )
  return moved.rowCount === 1
}

/** The number that was given last; undefined where none ever was. */
export async function lastInvoiceNumber(db: Queryable): Promise<InvoiceNumber | undefined> {
  const { rows } = await db.query<InvoiceNumber>(
    'SELECT year, last FROM invoice_numbers WHERE last > 0 ORDER BY year DESC LIMIT 1',
  )
  return rows[0]
}
