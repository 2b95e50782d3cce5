/** Verified accounts with a password, inserted as rows. */
import { randomBytes } from 'node:crypto'
import type { Plan } from '#contracts/pages/plans.ts'
import type { BusinessStatus } from '#contracts/calls/account/session.ts'
import type { Pool } from '#platform/postgres/postgres.ts'

export async function insertUser(
  pool: Pool,
  { role, passwordHash, code }: { role: 'business' | 'buyer'; passwordHash: string; code?: string },
): Promise<{ id: number; email: string }> {
  const email = `${role}-${randomBytes(6).toString('hex')}@hatik.test`
  const inserted = await pool.query<{ id: number }>(
    `INSERT INTO users (email, password, role, first_name, last_name, buyer_code, email_verified)
     VALUES ($1, $2, $3, 'Firstname', 'Lastname', $4, true) RETURNING id`,
    [email, passwordHash, role, code ?? null],
  )
  return { id: inserted.rows[0]?.id ?? 0, email }
}

export async function insertBusiness(
  pool: Pool,
  {
    passwordHash,
    plan,
    status,
    perks,
  }: { passwordHash: string; plan: Plan; status: BusinessStatus; perks: readonly string[] },
): Promise<{ id: number; email: string; perkIds: number[] }> {
  const user = await insertUser(pool, { role: 'business', passwordHash })
  // The profile's ID differs from the user's, so that mix-ups fail (C12).
  const profile = await pool.query<{ id: number }>(
    `INSERT INTO business_profiles (user_id, business_name, slug, status, subscription_plan) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [user.id, `Business ${user.id}`, `business-${user.id}`, status, plan],
  )
  const perkIds: number[] = []
  for (const points of perks) {
    const perk = await pool.query<{ id: number }>(
      `INSERT INTO perks (business_profile_id, name, description, points_required) VALUES ($1, $2, 'A perk', $3) RETURNING id`,
      [profile.rows[0]?.id, `Perk for ${points}`, points],
    )
    perkIds.push(perk.rows[0]?.id ?? 0)
  }
  return { ...user, perkIds }
}
