import type { Queryable } from '#platform/postgres/postgres.ts'

/** As people see it; undefined once the business has closed. */
export async function openNameOf(db: Queryable, businessId: number): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT business_name AS name FROM business_profiles WHERE user_id = $1 AND status <> 'closed'`,
    [businessId],
  )
  return rows[0]?.name
}
