/**
 * What happens to a business by power or by money (design.md 2): events of the stream `business-<users.id>`, version 1, with
 * the metadata of the account's events. Ids only: no name, address or number stands here (R236). A reason is an
 * administrator's own words about a business, and forms tell him not to name people.
 */
import { z } from 'zod'
import { cycleSchema, planSchema } from './plans.ts'
import { businessStatusSchema } from './session.ts'

/** Said whenever power touches a business. */
export const reasonSchema = z.string().trim().min(3, 'Please give a reason').max(500, 'Please give a shorter reason')

export const BUSINESS_EVENT_DATA = {
  BusinessRegistered: z.object({ plan: planSchema }),
  BusinessApproved: z.object({ plan: planSchema, trialEndsAt: z.iso.datetime() }),
  BusinessRejected: z.object({ reason: reasonSchema }),
  BusinessSuspended: z.object({ reason: reasonSchema, from: businessStatusSchema }),
  /** `to`: active, or trial_expired where the time ran out meanwhile. */
  BusinessReinstated: z.object({ reason: reasonSchema, to: businessStatusSchema }),
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
