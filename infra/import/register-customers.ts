import { NO_PASSWORD } from '#accounts/passwords.ts'
import { newBuyerCode } from '#accounts/buyer-codes.ts'
import { isTaken } from '#accounts/sign-up.ts'
import type { Pool } from '#platform/postgres/postgres.ts'

const BATCH = 1_000
/** How often codes are drawn for a batch. One draw fails where the code is taken or retired; this many only where next to none is free. */
const DRAWS = 100

/** The address that stands for a customer of this business until an operator gives the row her own; `.invalid` never resolves. */
const addressOf = (businessId: number, customer: string) => `customer-${customer}.${businessId}@import.invalid`

/**
 * Registers each customer as a buyer without a password, once: a customer who is there keeps the code that she has.
 * Answers with everybody's buyer code. A random code that is taken or retired is drawn again. Who has signed up under a customer's
 * address has to give it up. Throws where that account has been verified all the same, and where no free code is found.
 */
export async function registerCustomers(
  db: Pool,
  businessId: number,
  customers: readonly string[],
  progress: (done: number) => void,
): Promise<Map<string, string>> {
  const codes = new Map<string, string>()
  for (let start = 0; start < customers.length; start += BATCH) {
    const batch = customers.slice(start, start + BATCH)
    for (const [customer, code] of await registerBatch(db, businessId, batch)) codes.set(customer, code)
    progress(start + batch.length)
  }
  return codes
}

async function registerBatch(db: Pool, businessId: number, batch: readonly string[]): Promise<Map<string, string>> {
  await freeAddresses(db, businessId, batch)
  const codes = await codesOf(db, businessId, batch)
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const missing = batch.filter((customer) => !codes.has(customer))
    if (missing.length === 0) return codes
    await insert(db, businessId, missing)
    for (const [customer, code] of await codesOf(db, businessId, missing)) codes.set(customer, code)
  }
  throw new Error(`No free buyer codes were found in ${DRAWS} draws`)
}

/**
 * An account with a password was not made here: somebody has signed up under the address of a customer, and would get her points. No mail reaches
 * such an address, so that account could never be verified, and another one that is nobody's is as good for it.
 */
async function freeAddresses(db: Pool, businessId: number, customers: readonly string[]): Promise<void> {
  await db.query(
    `UPDATE users SET email = 'not-imported-' || id || '-' || gen_random_uuid() || '@hatik.invalid', updated_at = now()
     WHERE lower(email) = ANY($1) AND password <> $2 AND NOT email_verified`,
    [customers.map((customer) => addressOf(businessId, customer).toLowerCase()), NO_PASSWORD],
  )
}

/** Who is there already, by the address as the table compares it. */
async function codesOf(db: Pool, businessId: number, customers: readonly string[]): Promise<Map<string, string>> {
  const byAddress = new Map(customers.map((customer) => [addressOf(businessId, customer).toLowerCase(), customer]))
  const { rows } = await db.query<{ email: string; code: string | null; own: boolean }>(
    'SELECT email, buyer_code AS code, password = $2 AS own FROM users WHERE lower(email) = ANY($1)',
    [[...byAddress.keys()], NO_PASSWORD],
  )
  return new Map(
    rows.map(({ email, code, own }) => {
      const customer = byAddress.get(email.toLowerCase()) ?? ''
      if (!own)
        throw new Error(`The address of customer ${customer} belongs to an account that was not imported: ${email}`)
      if (email !== addressOf(businessId, customer))
        throw new Error(`Customer ${customer} is registered under another spelling: ${email}`)
      if (code === null)
        throw new Error(`The address of customer ${customer} belongs to an account that is no buyer's: ${email}`)
      return [customer, code]
    }),
  )
}

/** Inserts those whose code is free; the others are drawn for again. */
async function insert(db: Pool, businessId: number, customers: readonly string[]): Promise<void> {
  try {
    await db.query(
      `INSERT INTO users (email, password, role, first_name, last_name, buyer_code, email_verified, preferred_language)
       SELECT email, $3, 'buyer', 'Գնորդ', customer, code, false, 'am'
       FROM unnest($1::text[], $2::text[], $4::text[]) AS row (email, customer, code)
       WHERE NOT EXISTS (SELECT FROM retired_codes WHERE buyer_code = code)
       ON CONFLICT DO NOTHING`,
      [
        customers.map((customer) => addressOf(businessId, customer)),
        customers,
        NO_PASSWORD,
        customers.map(() => newBuyerCode()),
      ],
    )
  } catch (error) {
    // A code that was retired since the statement began: the table's own guard refuses it, which no ON CONFLICT sees.
    if (!isTaken(error, 'users_buyer_code_key')) throw error
  }
}
