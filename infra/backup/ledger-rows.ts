/** What `--check` compares the log with: the read models' balances at their checkpoint, and the newest signed heads. */
import type { SignedHead } from '#contracts/calls/proofs.ts'
import { readSeal } from '#audit/canonical-event.ts'
import { headsBefore, publicKeys } from '#audit/heads.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

export type Ledger = {
  /** Needed to compute leaves again; hexadecimal. */
  seal: string
  /** Hexadecimal, by id. */
  keys: Record<string, string>
  /** Newest first. */
  heads: SignedHead[]
}
export type Balance = [businessId: number, buyerId: number, tenths: number]

const HEADS = 1_000
const BALANCES_AT_ONCE = 10_000

export async function readLedger(db: Queryable): Promise<Ledger> {
  return {
    seal: (await readSeal(db)).toString('hex'),
    keys: await publicKeys(db),
    heads: await headsBefore(db, { limit: HEADS }),
  }
}

/** `db`: a session in a transaction, because it opens a cursor. */
export async function* balanceLines(db: Queryable): AsyncGenerator<Buffer> {
  await db.query(
    'DECLARE balances NO SCROLL CURSOR FOR SELECT business_id, buyer_id, balance_tenths FROM read.account_balances',
  )
  for (;;) {
    const { rows } = await db.query<{ business_id: number; buyer_id: number; balance_tenths: number }>(
      `FETCH ${BALANCES_AT_ONCE} FROM balances`,
    )
    if (rows.length === 0) break
    yield Buffer.from(
      rows.map((row) => `${JSON.stringify([row.business_id, row.buyer_id, row.balance_tenths])}\n`).join(''),
    )
  }
  await db.query('CLOSE balances')
}
