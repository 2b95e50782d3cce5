import type { Queryable } from '#platform/postgres/postgres.ts'

/** `hasTotp`: an activated authenticator app. */
export type StaffFactors = { mustChangePassword: boolean; hasTotp: boolean; hasPasskeys: boolean }

const NONE: StaffFactors = { mustChangePassword: false, hasTotp: false, hasPasskeys: false }

/** Past any cache: a factor counts from the next call on. */
export async function staffFactors(db: Queryable, userId: number): Promise<StaffFactors> {
  const { rows } = await db.query<StaffFactors>({
    name: 'staff-factors',
    text: `SELECT must_change_password AS "mustChangePassword",
             EXISTS (SELECT FROM totp_secrets WHERE user_id = u.id AND active_since IS NOT NULL) AS "hasTotp",
             EXISTS (SELECT FROM passkeys WHERE user_id = u.id) AS "hasPasskeys"
           FROM users u WHERE u.id = $1`,
    values: [userId],
  })
  return rows[0] ?? NONE
}
