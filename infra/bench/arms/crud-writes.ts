import { sqlState, type Pool, type PoolClient } from '#platform/postgres/postgres.ts'

export type CrudAward = {
  awardId: string
  businessId: number
  buyerId: number
  key: string
  amountAmd: number
  tenths: number
  month: string
  /** Per month; null is unlimited. */
  limit: number | null
}

export type CrudOutcome =
  | { kind: 'done'; awardId: string; balanceTenths: number }
  | { kind: 'limit' }
  | { kind: 'reused' }

export type CrudWrite = (award: CrudAward) => Promise<CrudOutcome>

type First = { id: string; buyerId: number; amountAmd: number; balanceTenths: number }

const FIRST = `SELECT id, buyer_id AS "buyerId", amount_amd AS "amountAmd", balance_after_tenths AS "balanceTenths"
  FROM txn WHERE business_id = $1 AND idempotency_key = $2`
const FIRST_FULL = `SELECT award_id AS id, buyer_id AS "buyerId", amount_amd AS "amountAmd", balance_after_tenths AS "balanceTenths"
  FROM idempotency JOIN history USING (business_id, award_id) WHERE business_id = $1 AND idempotency_key = $2`

/** The first response to a key, or 'reused' after other input. */
async function repeated(
  db: Pick<Pool, 'query'>,
  { businessId, key, buyerId, amountAmd }: CrudAward,
  text = FIRST,
): Promise<CrudOutcome> {
  const { rows } = await db.query<First>({ name: 'repeated', text, values: [businessId, key] })
  const first = rows[0]
  if (!first || first.buyerId !== buyerId || first.amountAmd !== amountAmd) return { kind: 'reused' }
  return { kind: 'done', awardId: first.id, balanceTenths: first.balanceTenths }
}

/** Seven round trips: begin, lock the balance, insert, update the balance, the totals, the month, commit. */
export function interactiveWrite(pool: Pool): CrudWrite {
  return async (award) => {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      const outcome = await statements(client, award)
      if (outcome) {
        await client.query('COMMIT')
        return outcome
      }
      await client.query('ROLLBACK')
      return await repeated(client, award)
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {})
      if (error === LIMIT) return { kind: 'limit' }
      throw error
    } finally {
      client.release()
    }
  }
}

const LIMIT = new Error('limit')

/** Undefined if the key exists. */
async function statements(client: PoolClient, award: CrudAward): Promise<CrudOutcome | undefined> {
  const { awardId, businessId, buyerId, key, amountAmd, tenths, month, limit } = award
  const balanceTenths = (await lockedBalance(client, businessId, buyerId)) + tenths
  const inserted = await client.query({
    name: 'insert',
    text: `INSERT INTO txn (id, business_id, buyer_id, idempotency_key, amount_amd, tenths, balance_after_tenths)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    values: [awardId, businessId, buyerId, key, amountAmd, tenths, balanceTenths],
  })
  if (inserted.rowCount === 0) return undefined
  await client.query({
    name: 'balance',
    text: 'UPDATE account SET balance_tenths = $3 WHERE business_id = $1 AND buyer_id = $2',
    values: [businessId, buyerId, balanceTenths],
  })
  await client.query({
    name: 'stats',
    text: 'UPDATE stats SET awards = awards + 1, issued_tenths = issued_tenths + $2 WHERE business_id = $1',
    values: [businessId, tenths],
  })
  const counted = await client.query({
    name: 'month',
    text: `INSERT INTO monthly AS m VALUES ($1, $2, 1)
      ON CONFLICT (business_id, month) DO UPDATE SET awards = m.awards + 1 WHERE $3::integer IS NULL OR m.awards < $3::integer`,
    values: [businessId, month, limit],
  })
  if (counted.rowCount === 0) throw LIMIT
  return { kind: 'done', awardId, balanceTenths }
}

async function lockedBalance(client: PoolClient, businessId: number, buyerId: number): Promise<number> {
  const lock = () =>
    client.query<{ balanceTenths: number }>({
      name: 'lock',
      text: 'SELECT balance_tenths AS "balanceTenths" FROM account WHERE business_id = $1 AND buyer_id = $2 FOR UPDATE',
      values: [businessId, buyerId],
    })
  const found = (await lock()).rows[0]
  if (found) return found.balanceTenths
  await client.query('INSERT INTO account VALUES ($1, $2, 0) ON CONFLICT DO NOTHING', [businessId, buyerId])
  return (await lock()).rows[0]?.balanceTenths ?? 0
}

/** One round trip, the fastest form. `full` keeps all that the product keeps. */
export function functionWrite(pool: Pool, { full }: { full: boolean }): CrudWrite {
  const called = full ? 'award_full' : 'award'
  return async (award) => {
    const { awardId, businessId, buyerId, key, amountAmd, tenths, month, limit } = award
    try {
      const { rows } = await pool.query<{ verdict: string; balanceTenths: number }>({
        name: called,
        text: `SELECT verdict, balance_tenths AS "balanceTenths" FROM ${called}($1, $2, $3, $4, $5, $6, $7, $8)`,
        values: [awardId, businessId, buyerId, key, amountAmd, tenths, month, limit],
      })
      const [row] = rows
      if (row?.verdict === 'done') return { kind: 'done', awardId, balanceTenths: row.balanceTenths }
    } catch (error) {
      if (sqlState(error) === 'HL001') return { kind: 'limit' }
      throw error
    }
    return repeated(pool, award, full ? FIRST_FULL : FIRST)
  }
}
