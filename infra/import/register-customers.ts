import { NO_PASSWORD } from '#accounts/passwords.ts'
import { newBuyerCode } from '#accounts/buyer-codes.ts'
import type { Pool } from '#platform/postgres.ts'

const BATCH = 1_000

/** The address that stands for a customer of this business until the person signs up; `.invalid` never resolves. */
const addressOf = (businessId: number, customer: string) => `customer-${customer}.${businessId}@import.invalid`

/**
 * Registers each customer as a buyer without a password, once: a customer who is there keeps the code that she has.
 * Answers with everybody's buyer code. A random code that is taken is drawn again.
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
    let missing = batch
    while (missing.length > 0) {
      await db.query(
        `INSERT INTO users (email, password, role, first_name, last_name, buyer_code, email_verified, preferred_language)
         SELECT email, $3, 'buyer', 'Customer', customer, code, false, 'am'
         FROM unnest($1::text[], $2::text[], $4::text[]) AS row (email, customer, code)
         ON CONFLICT DO NOTHING`,
        [missing.map((customer) => addressOf(businessId, customer)), missing, NO_PASSWORD, missing.map(() => newBuyerCode())],
      )
      const found = await db.query<{ email: string; code: string }>('SELECT email, buyer_code AS code FROM users WHERE email = ANY($1)', [
        missing.map((customer) => addressOf(businessId, customer)),
      ])
      const byAddress = new Map(found.rows.map((row) => [row.email, row.code]))
      for (const customer of missing) {
        const code = byAddress.get(addressOf(businessId, customer))
        if (code) codes.set(customer, code)
      }
      missing = missing.filter((customer) => !codes.has(customer))
    }
    progress(start + batch.length)
  }
  return codes
}
