/**
 * Events of a business about power or money, stream `business-<users.id>`, version 1, with account events' metadata.
 * People are ids only (R236); forms ask administrators to keep names out of reasons. Perk texts are kept so that any
 * day's offer can be shown.
 */
import { z } from 'zod'
import { staffRoleSchema } from '../rights/business-rights.ts'
import { commandIdSchema, perkIdSchema } from '../units/ids.ts'
import { textSchema } from '../units/names.ts'
import { cycleSchema, planSchema } from '../pages/plans.ts'
import { businessStatusSchema } from '../calls/account/session.ts'

export const reasonSchema = textSchema('Please give a reason', 500, { min: 3, tooLong: 'Please give a shorter reason' })
/** Unlimited, so that reasons under earlier limits stay readable. */
export const storedReason = z.string()

/** Unlimited, so that perks under earlier limits stay readable. */
const offeredPerk = z.object({
  perkId: perkIdSchema,
  name: z.string(),
  description: z.string(),
  costTenths: z.number().int().positive(),
})

export const BUSINESS_EVENT_DATA = {
  BusinessRegistered: z.object({ plan: planSchema }),
  BusinessApproved: z.object({ plan: planSchema, trialEndsAt: z.iso.datetime() }),
  BusinessRejected: z.object({ reason: storedReason }),
  BusinessSuspended: z.object({ reason: storedReason, from: businessStatusSchema }),
  /** `to`: trial_expired if the time ran out meanwhile. */
  BusinessReinstated: z.object({ reason: storedReason, to: businessStatusSchema }),
  TrialExpired: z.object({ trialEndedAt: z.iso.datetime() }),
  /** H24. */
  PlanLapsed: z.object({ plan: planSchema, paidUntil: z.iso.datetime() }),
  /** `reactivates`: an expired business became active. */
  PlanChanged: z.object({
    fromPlan: planSchema,
    toPlan: planSchema,
    fromCycle: cycleSchema,
    toCycle: cycleSchema,
    paidUntil: z.iso.datetime().nullable(),
    reactivates: z.boolean(),
  }),
  BusinessClosed: z.object({ from: businessStatusSchema }),
  PerkAdded: offeredPerk,
  /** With previous values, because a perk may be older than its history. */
  PerkChanged: offeredPerk.extend({
    fromName: z.string(),
    fromDescription: z.string(),
    fromCostTenths: z.number().int().positive(),
  }),
  /** With its last values. */
  PerkDeleted: offeredPerk,
  /** Names of people and tills stay in rows. */
  StaffAdded: z.object({ staffId: commandIdSchema, role: staffRoleSchema }),
  StaffRightsChanged: z.object({
    staffId: commandIdSchema,
    fromRole: staffRoleSchema,
    toRole: staffRoleSchema,
    fromActive: z.boolean(),
    toActive: z.boolean(),
  }),
  StaffRemoved: z.object({ staffId: commandIdSchema }),
  /** A manager's own sign-in. `allowed`: from accepting the invitation, and from being allowed again. */
  StaffSignInChanged: z.object({ staffId: commandIdSchema, allowed: z.boolean() }),
  TillPaired: z.object({ tillId: commandIdSchema, branchId: commandIdSchema.optional() }),
  TillRevoked: z.object({ tillId: commandIdSchema }),
} as const

export type BusinessEventType = keyof typeof BUSINESS_EVENT_DATA
export type BusinessEventData<T extends BusinessEventType> = z.infer<(typeof BUSINESS_EVENT_DATA)[T]>
export type BusinessEvent = { [T in BusinessEventType]: { type: T; data: BusinessEventData<T> } }[BusinessEventType]

const STREAM = /^business-([1-9]\d*)$/
export const BUSINESS_PREFIX = 'business-'

/** `businessId`: users.id (C12). */
export function businessStream(businessId: number): string {
  return `${BUSINESS_PREFIX}${businessId}`
}

/** Undefined for other streams. */
export function parseBusinessStream(stream: string): number | undefined {
  const match = STREAM.exec(stream)
  return match ? Number(match[1]) : undefined
}
