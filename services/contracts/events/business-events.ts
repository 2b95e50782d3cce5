/**
 * Events of a business that concern power or money, on the stream `business-<users.id>`, version 1, with the metadata
 * of account events. People appear as ids only (R236). Reasons are an administrator's own words, which forms ask to
 * keep free of names. Perk texts are public offers, kept so that any day's offer can be shown.
 */
import { z } from 'zod'
import { perkIdSchema } from '../units/ids.ts'
import { textSchema } from '../units/names.ts'
import { cycleSchema, planSchema } from '../pages/plans.ts'
import { businessStatusSchema } from '../calls/session.ts'

/** The reason required for every administrative action on a business. */
export const reasonSchema = textSchema('Please give a reason', 500, { min: 3, tooLong: 'Please give a shorter reason' })
/** A reason in an event. Unlimited, so that reasons accepted under earlier limits stay readable. */
export const storedReason = z.string()

/** A perk as offered. Unlimited, so that perks accepted under earlier limits stay readable. */
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
  /** `to`: active, or trial_expired if the time ran out meanwhile. */
  BusinessReinstated: z.object({ reason: storedReason, to: businessStatusSchema }),
  TrialExpired: z.object({ trialEndedAt: z.iso.datetime() }),
  /** H24: a paid plan ran out. */
  PlanLapsed: z.object({ plan: planSchema, paidUntil: z.iso.datetime() }),
  /** `reactivates`: this payment made an expired business active again. */
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
  /** Includes the previous values, because a perk may be older than its recorded history. */
  PerkChanged: offeredPerk.extend({
    fromName: z.string(),
    fromDescription: z.string(),
    fromCostTenths: z.number().int().positive(),
  }),
  /** With its last texts and cost. */
  PerkDeleted: offeredPerk,
} as const

export type BusinessEventType = keyof typeof BUSINESS_EVENT_DATA
export type BusinessEventData<T extends BusinessEventType> = z.infer<(typeof BUSINESS_EVENT_DATA)[T]>
/** An event of a business, discriminated by type. */
export type BusinessEvent = { [T in BusinessEventType]: { type: T; data: BusinessEventData<T> } }[BusinessEventType]

const STREAM = /^business-([1-9]\d*)$/
/** Stream-name prefix of every business. */
export const BUSINESS_PREFIX = 'business-'

/** The stream of one business, by its users.id (C12). */
export function businessStream(businessId: number): string {
  return `${BUSINESS_PREFIX}${businessId}`
}

/** The id in a stream's name; undefined if it is not a business's stream. */
export function parseBusinessStream(stream: string): number | undefined {
  const match = STREAM.exec(stream)
  return match ? Number(match[1]) : undefined
}
