/**
 * A business keeps its perks (R81, R156, R168, H9). Making one and choosing a smaller plan both lock the business's row first, so the
 * plan's limit holds whatever happens at the same time.
 */
import type { ErrorCode } from '#contracts/errors.ts'
import type { Plan } from '#contracts/plans.ts'
import type { BusinessStatus } from '#contracts/session.ts'
import { decimalString } from '#contracts/points.ts'
import type { PoolClient, Queryable } from '#platform/postgres.ts'
import { smallerLimit } from './businesses.ts'
import type { StoredPerk } from './perks.ts'
import { readPlanTerms } from './plan-terms.ts'

export type PerkText = { name: string; description: string; costTenths: number }
export type PerkRefusal = { refused: ErrorCode }

type LockedBusiness = { profileId: number; status: BusinessStatus; plan: Plan; nextPlan: Plan | null }

const WRITES_AT: Record<BusinessStatus, ErrorCode | undefined> = {
  active: undefined,
  pending: 'pending_confirmation',
  suspended: 'account_suspended',
  trial_expired: 'trial_expired',
  rejected: 'registration_rejected',
  closed: 'forbidden',
}

/** To be run in a transaction. Refused where the business does not take part (R156) or its plan's perks are all there. */
export async function createPerk(client: PoolClient, businessId: number, perk: PerkText): Promise<StoredPerk | PerkRefusal> {
  const business = await lockBusiness(client, businessId)
  if (!business) return { refused: 'forbidden' }
  const refused = WRITES_AT[business.status]
  if (refused) return { refused }
  const terms = await readPlanTerms(client)
  const limit = smallerLimit(terms[business.plan].perks, terms[business.nextPlan ?? business.plan].perks)
  const made = await client.query<{ id: number }>(
    `INSERT INTO perks (business_profile_id, name, description, points_required)
     SELECT $1, $2, $3, $4::numeric
     WHERE $5::int IS NULL OR (SELECT count(*) FROM perks WHERE business_profile_id = $1 AND deleted_at IS NULL) < $5::int
     RETURNING id`,
    [business.profileId, perk.name, perk.description, decimalString(perk.costTenths), limit],
  )
  const row = made.rows[0]
  return row ? { id: row.id, businessId, ...perk } : { refused: 'perk_limit_reached' }
}

/** The lock waits for whoever holds it, and every later statement of this transaction sees what they did. */
async function lockBusiness(client: PoolClient, businessId: number): Promise<LockedBusiness | undefined> {
  const { rows } = await client.query<LockedBusiness>(
    `SELECT id AS "profileId", status, subscription_plan AS plan, next_plan AS "nextPlan" FROM business_profiles WHERE user_id = $1 FOR UPDATE`,
    [businessId],
  )
  return rows[0]
}

/** Pending redemptions keep the name and the cost of their day: those stand in the event (H9). Undefined where there is no such perk. */
export async function changePerk(db: Queryable, businessId: number, perkId: number, perk: PerkText): Promise<StoredPerk | undefined> {
  const changed = await db.query(
    `UPDATE perks AS k SET name = $3, description = $4, points_required = $5::numeric
     FROM business_profiles p WHERE p.id = k.business_profile_id AND p.user_id = $1 AND k.id = $2 AND k.deleted_at IS NULL`,
    [businessId, perkId, perk.name, perk.description, decimalString(perk.costTenths)],
  )
  return changed.rowCount === 1 ? { id: perkId, businessId, ...perk } : undefined
}

/** Hides it from the lists; the row stays for those who have redeemed it (H9). True also where it was hidden before. */
export async function hidePerk(db: Queryable, businessId: number, perkId: number): Promise<boolean> {
  const hidden = await db.query(
    `UPDATE perks AS k SET deleted_at = coalesce(k.deleted_at, now())
     FROM business_profiles p WHERE p.id = k.business_profile_id AND p.user_id = $1 AND k.id = $2`,
    [businessId, perkId],
  )
  return hidden.rowCount === 1
}
