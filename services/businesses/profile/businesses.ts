import type { Cycle, Plan } from '#contracts/pages/plans.ts'
import type { BusinessStatus } from '#contracts/calls/account/session.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { RowChanges } from '#platform/postgres/row-changes.ts'
import { createShortCache } from '#platform/redis/short-cache.ts'

/** C12: everything refers to `userId`; only perks refer to `profileId`. */
export type Business = {
  profileId: number
  userId: number
  businessName: string
  slug: string
  logoUrl: string | null
  coverUrl: string | null
  firstName: string
  lastName: string
  status: BusinessStatus
  plan: Plan
  cycle: Cycle
  trialEndDate: Date | null
  /** The paid period; null before the first payment. `periodEnd` includes the next period if `nextFrom` is set. */
  periodStart: Date | null
  periodEnd: Date | null
  /** Scheduled for the end of the running period (H38). */
  nextPlan: Plan | null
  nextCycle: Cycle | null
  /** Null while unpaid. */
  nextFrom: Date | null
  endsAtPeriodEnd: boolean
}

/** Bounds how long (ms) a suspension is unseen if the change notification is lost. */
const BUSINESS_TTL_MS = 1_000

const SELECT = `SELECT p.id AS "profileId", p.user_id AS "userId", p.business_name AS "businessName", p.slug, p.logo_url AS "logoUrl", p.cover_url AS "coverUrl",
    u.first_name AS "firstName", u.last_name AS "lastName", p.status, p.subscription_plan AS plan, p.billing_cycle AS cycle,
    p.trial_end_date AS "trialEndDate", p.subscription_start_date AS "periodStart", p.subscription_end_date AS "periodEnd",
    p.next_plan AS "nextPlan", p.next_cycle AS "nextCycle", p.next_from AS "nextFrom", p.cancels_at_end AS "endsAtPeriodEnd"
  FROM business_profiles p JOIN users u ON u.id = p.user_id`

export type Businesses = {
  byUserId(userId: number): Promise<Business | undefined>
  byUserIds(userIds: readonly number[]): Promise<Map<number, Business>>
  bySlug(slug: string): Promise<Business | undefined>
  /** Call after changing the row; other processes follow within a second. */
  forget(userId: number): void
}

/** `changes`: if given, rows stay cached until they change. */
export function createBusinesses(db: Queryable, changes?: RowChanges): Businesses {
  const byUserId = createShortCache<number, Business>(
    async (userId) => (await db.query<Business>(`${SELECT} WHERE p.user_id = $1`, [userId])).rows[0],
    {
      max: 10_000,
      ttlMs: BUSINESS_TTL_MS,
      ...(changes && { changes: { of: changes, table: 'businesses', keyOf: Number } }),
    },
  )
  return {
    byUserId: (userId) => byUserId.get(userId),
    async byUserIds(userIds) {
      const found = await db.query<Business>(`${SELECT} WHERE p.user_id = ANY($1)`, [userIds])
      return new Map(found.rows.map((business) => [business.userId, business]))
    },
    bySlug: async (slug) => (await db.query<Business>(`${SELECT} WHERE p.slug = $1`, [slug])).rows[0],
    forget: (userId) => byUserId.forget(userId),
  }
}

/** Null means unlimited. A scheduled downgrade already limits new perks (R155). */
export function smallerLimit(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}

/** H24: an expired business with a paid period lost a plan, not the trial. */
export const hasLapsed = ({ periodEnd }: Pick<Business, 'periodEnd'>): boolean => periodEnd !== null
