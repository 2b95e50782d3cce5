/** Businesses for administrators (H30), with their owners' private data. */
import { APPROVAL_AMBER_HOURS, type AdminBusiness, type Approvals } from '#contracts/calls/staff/admin.ts'
import type { BusinessStatus } from '#contracts/calls/account/session.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { isoMoment } from '#platform/postgres/sql-text.ts'
import { PROFILE_TEXT } from '../profile/profile.ts'

export const COLUMNS = `p.user_id AS id, p.business_name AS "businessName", p.slug, p.status, p.subscription_plan AS plan, p.billing_cycle AS "billingCycle",
    ${isoMoment('p.trial_end_date')} AS "trialEndDate", ${isoMoment('p.subscription_end_date')} AS "subscriptionEndDate", p.industry, ${isoMoment('p.created_at')} AS "createdAt",
    json_build_object('firstName', u.first_name, 'lastName', u.last_name, 'email', u.email, 'phone', u.phone, 'legalStatus', u.legal_status, 'taxId', u.tax_id,
      'emailVerified', u.email_verified, 'hasIdDocument', u.id_document_url IS NOT NULL) AS owner`
const FROM = 'FROM business_profiles p JOIN users u ON u.id = p.user_id'

const MOST_WAITING = 500
const WAITING = `${FROM}, LATERAL (SELECT greatest(p.created_at, CASE WHEN u.email_verified THEN u.email_verified_at END) AS since) AS wait
     WHERE p.status = 'pending' ORDER BY u.email_verified DESC, since, p.user_id`
const WAITING_SINCE = `${isoMoment('since')} AS "waitingSince"`

export async function adminBusiness(db: Queryable, userId: number): Promise<AdminBusiness | undefined> {
  return (await db.query<AdminBusiness>(`SELECT ${COLUMNS} ${FROM} WHERE p.user_id = $1`, [userId])).rows[0]
}

/**
 * Registrations to decide: verified ones first, oldest first, because anybody can create unverified ones.
 * `waitingSince`: verification or, before that, registration. Includes the page's contents, which approval publishes.
 */
export async function waitingForApproval(db: Queryable): Promise<Omit<Approvals[number], 'amber'>[]> {
  const { rows } = await db.query<Omit<Approvals[number], 'amber'>>(
    `SELECT ${COLUMNS}, ${PROFILE_TEXT}, ${WAITING_SINCE} ${WAITING} LIMIT ${MOST_WAITING}`,
  )
  return rows
}

/** Verified registrations, oldest first. */
export async function oldestToDecide(
  db: Queryable,
  limit: number,
): Promise<{ id: number; businessName: string; waitingSince: string }[]> {
  const { rows } = await db.query<{ id: number; businessName: string; waitingSince: string; verified: boolean }>(
    `SELECT p.user_id AS id, p.business_name AS "businessName", u.email_verified AS verified, ${WAITING_SINCE} ${WAITING} LIMIT $1`,
    [limit],
  )
  return rows.filter(({ verified }) => verified)
}

const HOUR_MS = 60 * 60 * 1000
/** H21: a registration that has waited long for its decision. */
export const isAmber = (waitingSince: string, now: Date): boolean =>
  Date.parse(waitingSince) <= now.getTime() - APPROVAL_AMBER_HOURS * HOUR_MS

type WaitingCount = { waiting: number; oldestSince: string | null; unverified: number }

/** Counts verified and unverified registrations; `oldestSince` is null if none is verified. */
export async function countWaitingForApproval(db: Queryable): Promise<WaitingCount> {
  const { rows } = await db.query<{ verified: boolean; n: number; oldestSince: string }>(
    `SELECT verified, count(*) AS n, min("waitingSince") AS "oldestSince"
     FROM (SELECT u.email_verified AS verified, ${WAITING_SINCE} ${WAITING} LIMIT ${MOST_WAITING}) AS listed GROUP BY verified`,
  )
  const decidable = rows.find(({ verified }) => verified)
  return {
    waiting: decidable?.n ?? 0,
    oldestSince: decidable?.oldestSince ?? null,
    unverified: rows.find(({ verified }) => !verified)?.n ?? 0,
  }
}

export async function countByStatus(db: Queryable): Promise<Partial<Record<BusinessStatus, number>>> {
  const { rows } = await db.query<{ status: BusinessStatus; n: number }>(
    'SELECT status, count(*) AS n FROM business_profiles GROUP BY status',
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}
