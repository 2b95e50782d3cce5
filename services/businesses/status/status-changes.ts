/**
 * Status changes of a business, each with event and mail in one transaction (H22, H23). Callers check permissions;
 * status.ts has the state machine.
 */
import { BUSINESS_EVENT_DATA, businessStream, type BusinessEvent } from '#contracts/events/business-events.ts'
import type { Cycle, Plan } from '#contracts/pages/plans.ts'
import type { BusinessStatus } from '#contracts/calls/account/session.ts'
import { recordChange, type Recording } from '#platform/outbox/event-outbox.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { billInMail, cancelOpenCharges, openCharge } from '../invoices/invoices.ts'
import { perkDeleted } from '../perks/keep-perks.ts'
import type { PaymentProvider } from '../payments/port.ts'
import { endWithPeriod } from '../plans/open-changes.ts'
import { perksOfBusiness } from '../perks/perks.ts'
import { refundAtClosing } from '../plans/refund-year.ts'
import { isEntitled, statusAfter, type StatusAction } from './status.ts'
import { trialEnd } from '../plans/trial-end.ts'

export type StatusChange =
  | { kind: 'changed'; from: BusinessStatus; to: BusinessStatus }
  | { kind: 'refused'; from: BusinessStatus }
  | { kind: 'unknown_business' }

export type LockedBusiness = {
  userId: number
  status: BusinessStatus
  plan: Plan
  cycle: Cycle
  trialEndDate: Date | null
  periodStart: Date | null
  periodEnd: Date | null
}

/** Locks until the transaction ends. */
export async function lockBusiness(client: PoolClient, userId: number): Promise<LockedBusiness | undefined> {
  const { rows } = await client.query<LockedBusiness>(
    `SELECT user_id AS "userId", status, subscription_plan AS plan, billing_cycle AS cycle, trial_end_date AS "trialEndDate",
       subscription_start_date AS "periodStart", subscription_end_date AS "periodEnd"
     FROM business_profiles WHERE user_id = $1 FOR UPDATE`,
    [userId],
  )
  return rows[0]
}

/** `others`: further events, recorded after it. */
type Effect = {
  event: BusinessEvent
  others?: BusinessEvent[]
  mail?: { template: string; parameters?: Record<string, string | number> }
  trialEndsAt?: Date
  decided?: boolean
}

async function change(
  client: PoolClient,
  businessId: number,
  action: StatusAction,
  recording: Recording,
  effectOf: (business: LockedBusiness, to: BusinessStatus) => Effect,
): Promise<StatusChange> {
  const business = await lockBusiness(client, businessId)
  if (!business) return { kind: 'unknown_business' }
  const from = business.status
  const to = statusAfter(from, action, { entitled: isEntitled(business, recording.at) })
  if (to === undefined) return { kind: 'refused', from }
  const { event, others = [], mail, trialEndsAt, decided = false } = effectOf(business, to)
  await client.query(
    `UPDATE business_profiles SET status = $2, trial_end_date = coalesce($3, trial_end_date), decided_at = CASE WHEN $4 THEN $5 ELSE decided_at END,
       updated_at = now() WHERE user_id = $1`,
    [businessId, to, trialEndsAt ?? null, decided, recording.at],
  )
  await recordChange(client, businessStream(businessId), BUSINESS_EVENT_DATA, [event, ...others], recording)
  if (mail)
    await orderMail(client, {
      cause: `${mail.template}:${businessId}:${recording.commandId}`,
      template: mail.template,
      userId: businessId,
      ...(mail.parameters ? { parameters: mail.parameters } : {}),
    })
  return { kind: 'changed', from, to }
}

/** R225: starts the trial, with Starter's features. */
export function approveBusiness(client: PoolClient, businessId: number, recording: Recording): Promise<StatusChange> {
  const trialEndsAt = trialEnd(recording.at)
  return change(client, businessId, 'approve', recording, ({ plan }) => ({
    event: { type: 'BusinessApproved', data: { plan, trialEndsAt: trialEndsAt.toISOString() } },
    mail: { template: 'approved' },
    trialEndsAt,
    decided: true,
  }))
}

/** H22: erased thirty days later. */
export function rejectBusiness(
  client: PoolClient,
  businessId: number,
  reason: string,
  recording: Recording,
): Promise<StatusChange> {
  return change(client, businessId, 'reject', recording, () => ({
    event: { type: 'BusinessRejected', data: { reason } },
    mail: { template: 'rejected', parameters: { reason } },
    decided: true,
  }))
}

/** H28, H29: the business takes part no more from the next call. */
export function suspendBusiness(
  client: PoolClient,
  businessId: number,
  reason: string,
  recording: Recording,
): Promise<StatusChange> {
  return change(client, businessId, 'suspend', recording, ({ status }) => ({
    event: { type: 'BusinessSuspended', data: { reason, from: status } },
    mail: { template: 'suspended', parameters: { reason } },
  }))
}

/** To active, or to trial_expired if the time ran out meanwhile (H24). */
export async function reinstateBusiness(
  client: PoolClient,
  businessId: number,
  reason: string,
  recording: Recording,
): Promise<StatusChange> {
  const bill = await billThatBringsBack(client, businessId)
  const reinstated = await change(client, businessId, 'reinstate', recording, (_business, to) => ({
    event: { type: 'BusinessReinstated', data: { reason, to } },
    mail: { template: 'reinstated', parameters: { status: to, ...(to === 'trial_expired' && bill) } },
  }))
  if (reinstated.kind === 'changed' && reinstated.to === 'trial_expired')
    await endWithPeriod(client, businessId, recording.at)
  return reinstated
}

/** Refused while the trial or a paid period runs. */
export async function expireTrial(client: PoolClient, businessId: number, recording: Recording): Promise<StatusChange> {
  const bill = await billThatBringsBack(client, businessId)
  return change(client, businessId, 'expire', recording, ({ trialEndDate }) => ({
    event: { type: 'TrialExpired', data: { trialEndedAt: (trialEndDate ?? recording.at).toISOString() } },
    mail: { template: 'trial_expired', parameters: bill },
  }))
}

/** Mail parameters of the open invoice, if any: choosing a plan again would withdraw it, perhaps after payment. */
async function billThatBringsBack(client: PoolClient, businessId: number): Promise<ReturnType<typeof billInMail>> {
  // Locked before the read, so that a plan choice waits.
  await lockBusiness(client, businessId)
  return billInMail(await openCharge(client, businessId))
}

/** Internal: screens and files show the status in the reader's language. */
export const CLOSED_BUSINESS_NAME = 'Closed business'

/**
 * H25: removes page and perks, reserves the slug, keeps buyers' balances. Withdraws invoices and scheduled plans;
 * refunds a year in its first days (R226).
 */
export async function closeBusiness(
  client: PoolClient,
  businessId: number,
  recording: Recording,
  provider: PaymentProvider,
): Promise<StatusChange> {
  // Locked before the read, so that perk changes wait.
  await lockBusiness(client, businessId)
  await refundAtClosing(client, businessId, { recording, provider })
  const perks = await perksOfBusiness(client, businessId)
  const closed = await change(client, businessId, 'close', recording, ({ status }) => ({
    event: { type: 'BusinessClosed', data: { from: status } },
    others: perks.map(perkDeleted),
  }))
  if (closed.kind !== 'changed') return closed
  await client.query(
    `UPDATE business_profiles SET business_name = $2, description = '', logo_url = NULL, cover_url = NULL, address = NULL, website = NULL, phone = NULL, industry = 'Other',
       facebook_url = NULL, instagram_url = NULL, tiktok_url = NULL, youtube_url = NULL, linkedin_url = NULL, twitter_url = NULL,
       next_plan = NULL, next_cycle = NULL, next_from = NULL
     WHERE user_id = $1`,
    [businessId, CLOSED_BUSINESS_NAME],
  )
  await client.query(
    'UPDATE perks SET deleted_at = now(), picture_url = NULL WHERE deleted_at IS NULL AND business_profile_id = (SELECT id FROM business_profiles WHERE user_id = $1)',
    [businessId],
  )
  await cancelOpenCharges(client, businessId, recording.at)
  return closed
}

/**
 * Closes an unverified registration (decision 35) and frees its slug, which nobody has seen. False, with nothing
 * changed, if it was decided meanwhile.
 */
export async function closeUndecided(
  client: PoolClient,
  businessId: number,
  recording: Recording,
  provider: PaymentProvider,
): Promise<boolean> {
  if ((await lockBusiness(client, businessId))?.status !== 'pending') return false
  await closeBusiness(client, businessId, recording, provider)
  await client.query(`UPDATE business_profiles SET slug = 'closed-' || gen_random_uuid() WHERE user_id = $1`, [
    businessId,
  ])
  return true
}
