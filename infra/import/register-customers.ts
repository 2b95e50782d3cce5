import { NO_PASSWORD } from '#accounts/passwords.ts'
import { newBuyerCode } from '#accounts/buyer-codes.ts'
import { isTaken } from '#accounts/verification/sign-up.ts'
import type { Pool } from '#platform/postgres/postgres.ts'

const BATCH = 1_000
/** Attempts per batch; this many fail only if nearly no code is free. */
const DRAWS = 100

/** Placeholder address until an operator sets the real one; `.invalid` never resolves. */
const addressOf = (businessId: number, customer: string) => `customer-${customer}.${businessId}@import.invalid`

/**
 * Registers customers as buyers without a password, once each, and returns all buyer codes. Taken or retired codes are
 * redrawn. Throws if a customer's address belongs to a verified account, or without a free code.
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
  throw new Error(`Found no free buyer codes in ${DRAWS} attempts`)
}

/**
 * Renames accounts with a password at a customer's address, which would get the points. Such an address receives no
 * mail, so the account cannot be verified anyway.
 */
async function freeAddresses(db: Pool, businessId: number, customers: readonly string[]): Promise<void> {
  await db.query(
    `UPDATE users SET email = 'not-imported-' || id || '-' || gen_random_uuid() || '@hatik.invalid', updated_at = now()
     WHERE lower(email) = ANY($1) AND password <> $2 AND NOT email_verified`,
    [customers.map((customer) => addressOf(businessId, customer).toLowerCase()), NO_PASSWORD],
  )
}

/** Compares addresses as the table does. */
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
        throw new Error(
          `The address of customer ${customer} belongs to an account that was not created by an import: ${email}`,
        )
      if (email !== addressOf(businessId, customer))
        throw new Error(`Customer ${customer} is already registered with another spelling: ${email}`)
      if (code === null)
        throw new Error(`The address of customer ${customer} belongs to an account that is not a buyer: ${email}`)
      return [customer, code]
    }),
  )
}

/** Skips those whose code is taken, for another draw. */
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
    // A code retired since the statement began is rejected by the table, which ON CONFLICT does not handle.
    if (!isTaken(error, 'users_buyer_code_key')) throw error
  }
}
