/**
 * Perks of a business (R81, R156, R168, H9). Every change locks the business's row first, so that the plan's limit
 * holds and events, written in the same transaction, keep the order of changes for perks-as-of.ts.
 */
import { BUSINESS_EVENT_DATA, businessStream, type BusinessEvent } from '#contracts/events/business-events.ts'
import type { ErrorCode } from '#contracts/calls/errors.ts'
import type { ChangePerk } from '#contracts/calls/perks.ts'
import type { Plan } from '#contracts/pages/plans.ts'
import type { BusinessStatus } from '#contracts/calls/account/session.ts'
import { decimalString } from '#contracts/units/points.ts'
import { recordChange, type Recording } from '#platform/outbox/event-outbox.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { smallerLimit } from '../profile/businesses.ts'
import { perkOfBusiness, type StoredPerk } from './perks.ts'
import { readPlanTerms } from '../plans/plan-terms.ts'

export type PerkText = { name: string; description: string; costTenths: number }
/** `pictureUrl`: undefined keeps the stored picture. It is in the row only (decision 59). */
export type PerkContent = PerkText & { pictureUrl?: string | null | undefined }
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

/** Run in a transaction. Refused for inactive businesses (R156) and at the plan's limit. */
export async function createPerk(
  client: PoolClient,
  businessId: number,
  { pictureUrl = null, ...perk }: PerkContent,
  recording: Recording,
): Promise<StoredPerk | PerkRefusal> {
  const business = await lockBusiness(client, businessId)
  if (!business) return { refused: 'forbidden' }
  const refused = WRITES_AT[business.status]
  if (refused) return { refused }
  const terms = await readPlanTerms(client)
  const limit = smallerLimit(terms[business.plan].perks, terms[business.nextPlan ?? business.plan].perks)
  const made = await client.query<{ id: number }>(
    `INSERT INTO perks (business_profile_id, name, description, points_required, picture_url)
     SELECT $1, $2, $3, $4::numeric, $6
     WHERE $5::int IS NULL OR (SELECT count(*) FROM perks WHERE business_profile_id = $1 AND deleted_at IS NULL) < $5::int
     RETURNING id`,
    [business.profileId, perk.name, perk.description, decimalString(perk.costTenths), limit, pictureUrl],
  )
  const row = made.rows[0]
  if (!row) return { refused: 'perk_limit_reached' }
  await record(client, businessId, { type: 'PerkAdded', data: { perkId: row.id, ...perk } }, recording)
  return { id: row.id, businessId, ...perk, pictureUrl }
}

/** Later statements of the transaction see what the previous lock holder committed. */
async function lockBusiness(client: PoolClient, businessId: number): Promise<LockedBusiness | undefined> {
  const { rows } = await client.query<LockedBusiness>(
    `SELECT id AS "profileId", status, subscription_plan AS plan, next_plan AS "nextPlan" FROM business_profiles WHERE user_id = $1 FOR UPDATE`,
    [businessId],
  )
  return rows[0]
}

async function record(
  client: PoolClient,
  businessId: number,
  event: BusinessEvent,
  recording: Recording,
): Promise<void> {
  await recordChange(client, businessStream(businessId), BUSINESS_EVENT_DATA, [event], recording)
}

/**
 * Run in a transaction. Pending redemptions keep the old name and cost, which their events hold (H9). Refused if the
 * perk is missing or differs from `shown`; no event without a change of its text.
 */
export async function changePerk(
  client: PoolClient,
  businessId: number,
  perkId: number,
  { to, before: shown }: { to: PerkContent; before: ChangePerk['before'] },
  recording: Recording,
): Promise<StoredPerk | PerkRefusal> {
  await lockBusiness(client, businessId)
  const before = await perkOfBusiness(client, businessId, perkId)
  if (!before) return { refused: 'perk_not_found' }
  const { pictureUrl = before.pictureUrl, ...perk } = to
  const changed = { id: perkId, businessId, ...perk, pictureUrl }
  const saysTheSame =
    before.name === perk.name && before.description === perk.description && before.costTenths === perk.costTenths
  if (saysTheSame && before.pictureUrl === pictureUrl) return changed
  if (shown && !isShown(before, shown)) return { refused: 'changed_meanwhile' }
  await client.query(
    'UPDATE perks SET name = $2, description = $3, points_required = $4::numeric, picture_url = $5 WHERE id = $1',
    [perkId, perk.name, perk.description, decimalString(perk.costTenths), pictureUrl],
  )
  if (saysTheSame) return changed
  const data = {
    perkId,
    ...perk,
    fromName: before.name,
    fromDescription: before.description,
    fromCostTenths: before.costTenths,
  }
  await record(client, businessId, { type: 'PerkChanged', data }, recording)
  return changed
}

/** A page from before pictures knows nothing of one, so the stored one counts as seen. */
function isShown(
  { name, description, costTenths, pictureUrl }: StoredPerk,
  shown: NonNullable<ChangePerk['before']>,
): boolean {
  return (
    shown.name === name &&
    shown.description === description &&
    shown.pointsRequired === decimalString(costTenths) &&
    (shown.pictureUrl === undefined || shown.pictureUrl === pictureUrl)
  )
}

/**
 * Run in a transaction. The row stays for those who redeemed it (H9), without its picture. True also if hidden before,
 * then without an event.
 */
export async function hidePerk(
  client: PoolClient,
  businessId: number,
  perkId: number,
  recording: Recording,
): Promise<boolean> {
  await lockBusiness(client, businessId)
  const perk = await perkOfBusiness(client, businessId, perkId)
  if (perk) {
    await client.query('UPDATE perks SET deleted_at = now(), picture_url = NULL WHERE id = $1', [perkId])
    await record(client, businessId, perkDeleted(perk), recording)
    return true
  }
  const known = await client.query(
    'SELECT FROM perks k JOIN business_profiles p ON p.id = k.business_profile_id WHERE p.user_id = $1 AND k.id = $2',
    [businessId, perkId],
  )
  return known.rowCount === 1
}

export function perkDeleted({ id, name, description, costTenths }: StoredPerk): BusinessEvent {
  return { type: 'PerkDeleted', data: { perkId: id, name, description, costTenths } }
}
