/**
 * The same people in every arm: 1,000 businesses with ten buyers each, plus a busy business and a one-account business,
 * used by the same 10,000 buyers. All are on Prime, without a monthly limit.
 */
import { hashPassword, NO_PASSWORD } from '#accounts/passwords.ts'
import type { Pool } from '#platform/postgres/postgres.ts'

export const UNIFORM_BUSINESSES = 1_000
export const BUYERS_PER_BUSINESS = 10
export const BUYERS = UNIFORM_BUSINESSES * BUYERS_PER_BUSINESS
/** Indexes after the uniform businesses. */
export const HOT_BUSINESS = 1_000
export const ONE_ACCOUNT_BUSINESS = HOT_BUSINESS + 1
export const BUSINESSES = HOT_BUSINESS + 2

const FIRST_BUSINESS_ID = 100_001
const FIRST_BUYER_ID = 200_001

/** users.id by index. */
export const businessIdOf = (index: number) => FIRST_BUSINESS_ID + index
export const buyerIdOf = (index: number) => FIRST_BUYER_ID + index
export const buyerCodeOf = (index: number) => `BB${String(index).padStart(4, '0')}`

export async function seedPeople(pool: Pool): Promise<void> {
  await pool.query(
    `INSERT INTO users (id, email, password, role, first_name, last_name, email_verified)
     SELECT $1 + i, 'bench-business-' || i || '@hatik.test', $3, 'business', 'Bench', 'Business', true FROM generate_series(0, $2 - 1) AS i`,
    [FIRST_BUSINESS_ID, BUSINESSES, NO_PASSWORD],
  )
  await pool.query(
    `INSERT INTO business_profiles (user_id, business_name, slug, status, subscription_plan)
     SELECT $1 + i, 'Bench ' || i, 'bench-' || i, 'active', 'prime' FROM generate_series(0, $2 - 1) AS i`,
    [FIRST_BUSINESS_ID, BUSINESSES],
  )
  await pool.query(
    `INSERT INTO users (id, email, password, role, first_name, last_name, buyer_code, email_verified)
     SELECT $1 + i, 'bench-buyer-' || i || '@hatik.test', $3, 'buyer', 'Bench', 'Buyer', 'BB' || lpad(i::text, 4, '0'), true
     FROM generate_series(0, $2 - 1) AS i`,
    [FIRST_BUYER_ID, BUYERS, NO_PASSWORD],
  )
  // The sequence continues after these fixed IDs.
  await pool.query(`SELECT setval('users_id_seq', max(id)) FROM users`)
  await pool.query('ANALYZE users, business_profiles')
}

export const LOGIN_EMAIL = 'bench-sign-in@hatik.test'
export const LOGIN_PASSWORD = 'bench-sign-in-1'

export async function seedPersonWhoSignsIn(pool: Pool): Promise<void> {
  await pool.query(
    `INSERT INTO users (email, password, role, first_name, last_name, email_verified) VALUES ($1, $2, 'admin', 'Bench', 'Admin', true)`,
    [LOGIN_EMAIL, await hashPassword(LOGIN_PASSWORD)],
  )
}
