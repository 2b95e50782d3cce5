/**
 * What happens to a business by power or by money (design.md 2): events of the stream `business-<users.id>`, version 1, with
 * the metadata of the account's events. Of people ids only: no name, address or number stands here (R236). A reason is an
 * administrator's own words about a business, and forms tell him not to name people. A perk's words are what the business offers to
 * everybody, kept here so that the offer of any day can be shown.
 */
import { z } from 'zod'
import { perkIdSchema } from '../units/ids.ts'
import { textSchema } from '../units/names.ts'
import { cycleSchema, planSchema } from '../pages/plans.ts'
import { businessStatusSchema } from '../calls/session.ts'

/** Said whenever power touches a business. */
export const reasonSchema = textSchema('Please give a reason', 500, { min: 3, tooLong: 'Please give a shorter reason' })
/** A reason as it stands in an event; no limit of the forms, so that what they once allowed can always be read. */
export const storedReason = z.string()

/** A perk as it was offered; no limit of the forms stands here, so that what they once allowed can always be read. */
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
  /** `to`: active, or trial_expired where the time ran out meanwhile. */
  BusinessReinstated: z.object({ reason: storedReason, to: businessStatusSchema }),
  TrialExpired: z.object({ trialEndedAt: z.iso.datetime() }),
  /** H24: a paid plan that ran out. */
  PlanLapsed: z.object({ plan: planSchema, paidUntil: z.iso.datetime() }),
  /** `reactivates`: the payment that made an expired business active again. */
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
  /** What it was before stands here too: a perk may be older than its history. */
  PerkChanged: offeredPerk.extend({
    fromName: z.string(),
    fromDescription: z.string(),
    fromCostTenths: z.number().int().positive(),
  }),
  /** With the words and the cost that it had to the end. */
  PerkDeleted: offeredPerk,
} as const

export type BusinessEventType = keyof typeof BUSINESS_EVENT_DATA
export type BusinessEventData<T extends BusinessEventType> = z.infer<(typeof BUSINESS_EVENT_DATA)[T]>
/** One event of a business, discriminated by its type. */
export type BusinessEvent = { [T in BusinessEventType]: { type: T; data: BusinessEventData<T> } }[BusinessEventType]

const STREAM = /^business-([1-9]\d*)$/
/** Stream-name prefix of every business. */
export const BUSINESS_PREFIX = 'business-'

/** The stream of one business, by its users.id (C12). */
export function businessStream(businessId: number): string {
  return `${BUSINESS_PREFIX}${businessId}`
}

/** The id back from a stream's name; undefined where it is not a business. */
export function parseBusinessStream(stream: string): number | undefined {
  const match = STREAM.exec(stream)
  return match ? Number(match[1]) : undefined
}
