import type { Queryable } from '#platform/postgres/postgres.ts'

/** `businessId` is the business's users.id (C12). */
export type StoredPerk = {
  id: number
  businessId: number
  name: string
  description: string
  costTenths: number
  pictureUrl: string | null
}

const COLUMNS =
  'k.id, p.user_id AS "businessId", k.name, k.description, (k.points_required * 10)::int8 AS "costTenths", k.picture_url AS "pictureUrl"'
const FROM = 'FROM perks k JOIN business_profiles p ON p.id = k.business_profile_id'
const SELECT = `SELECT ${COLUMNS} ${FROM}`

/** Includes deleted perks: a redemption may be retried (H9). */
export async function perkById(
  db: Queryable,
  perkId: number,
): Promise<(StoredPerk & { deleted: boolean }) | undefined> {
  const found = await db.query<StoredPerk & { deleted: boolean }>(
    `SELECT ${COLUMNS}, k.deleted_at IS NOT NULL AS deleted ${FROM} WHERE k.id = $1`,
    [perkId],
  )
  return found.rows[0]
}

export async function perkOfBusiness(
  db: Queryable,
  businessId: number,
  perkId: number,
): Promise<StoredPerk | undefined> {
  return (
    await db.query<StoredPerk>(`${SELECT} WHERE p.user_id = $1 AND k.id = $2 AND k.deleted_at IS NULL`, [
      businessId,
      perkId,
    ])
  ).rows[0]
}

/** Cheapest first. */
export async function perksOfBusiness(db: Queryable, businessId: number): Promise<StoredPerk[]> {
  return (
    await db.query<StoredPerk>(
      `${SELECT} WHERE p.user_id = $1 AND k.deleted_at IS NULL ORDER BY k.points_required, k.id`,
      [businessId],
    )
  ).rows
}

/** H7, H28: of active businesses only. */
export async function perksOnOffer(
  db: Queryable,
  businessIds: readonly number[],
): Promise<(StoredPerk & { businessName: string })[]> {
  const found = await db.query<StoredPerk & { businessName: string }>(
    `SELECT ${COLUMNS}, p.business_name AS "businessName" ${FROM}
     WHERE p.user_id = ANY($1) AND p.status = 'active' AND k.deleted_at IS NULL`,
    [businessIds],
  )
  return found.rows
}
