/**
 * A business as of a time, for administrators. Parts named like live calls equal those calls' replies at that time,
 * byte for byte.
 */
import { z } from 'zod'
import { BUSINESS_EVENT_DATA } from '../../events/business-events.ts'
import { buyersReplySchema, perkTextSchema, statsReplySchema } from '../business.ts'
import { cursorSchema } from '../counter.ts'
import { typesOf } from '../../events/event-types.ts'
import { movementSchema } from '../figures.ts'
import { userIdSchema } from '../../units/ids.ts'
import { EVENT_DATA } from '../../events/ledger-events.ts'
import { momentSchema } from '../../units/moments.ts'
import { SUPPORT_EVENT_DATA } from '../../events/support-events.ts'

/**
 * `at`: by the store's clock. `position`: inclusive. Neither: now. Both: rows as of `position`, "this month" as of
 * `at`.
 */
export const asOfQuerySchema = z.object({
  at: momentSchema.optional(),
  position: cursorSchema.optional(),
})

/** `position`: the last event included; null before the first. */
export const asOfSchema = z.object({ position: z.string().nullable(), at: z.string() })
export type AsOf = z.infer<typeof asOfSchema>

const historyTypeSchema = z.enum([
  ...typesOf(EVENT_DATA),
  ...typesOf(BUSINESS_EVENT_DATA),
  ...typesOf(SUPPORT_EVENT_DATA),
])
export type HistoryType = z.infer<typeof historyTypeSchema>

/** `buyerId`: the buyer's code. `points`: signed. */
export const historyMarkerSchema = z.object({
  position: z.string(),
  type: historyTypeSchema,
  at: z.string(),
  buyer: z.object({ id: z.number().int(), buyerId: z.string() }).nullable(),
  points: z.string().nullable(),
  actor: z.object({ id: z.number().int(), role: z.string() }),
  onBehalf: z.boolean(),
})
export type HistoryMarker = z.infer<typeof historyMarkerSchema>

/**
 * GET /api/admin/time-travel/{businessId}/history?after&limit&type: in log order. `first`, `last`: the slider's ends.
 * `buckets`: events per hundredth, for long histories.
 */
export const historyQuerySchema = z.object({
  after: cursorSchema.optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(500),
  type: z.union([historyTypeSchema.transform((type) => [type]), z.array(historyTypeSchema)]).optional(),
})
export const historyReplySchema = z.object({
  first: z.string().nullable(),
  last: z.string().nullable(),
  total: z.number().int(),
  buckets: z.array(z.number().int()),
  events: z.array(historyMarkerSchema),
  next: z.string().nullable(),
})
export type BusinessHistory = z.infer<typeof historyReplySchema>

/** Codes are masked (H13). */
export const redemptionThenSchema = z.object({
  redemptionId: z.string(),
  buyer: z.object({ id: z.number().int(), buyerId: z.string() }),
  code: z.string(),
  perkId: z.number().int(),
  perkName: z.string(),
  points: z.string(),
  state: z.enum(['pending', 'used', 'cancelled']),
  createdAt: z.string(),
  usedAt: z.string().nullable(),
  cancelledAt: z.string().nullable(),
})

export const movementThenSchema = movementSchema.omit({ actorRole: true }).extend({
  type: historyTypeSchema,
  actor: z.object({ id: z.number().int(), role: z.string() }),
})

/** GET /api/admin/time-travel/{businessId}?at&position. Lists hold the newest 50. */
export const dashboardThenSchema = z.object({
  asOf: asOfSchema,
  /** As GET /api/business/{id}/stats. */
  stats: statsReplySchema,
  /** As in GET /api/business/{id}/subscription. */
  currentTransactionCount: z.number().int(),
  /** From the business's own events; null without any. */
  subscriptionPlan: z.string().nullable(),
  status: z.string().nullable(),
  outstandingPoints: z.string(),
  redemptionCounts: z.object({ pending: z.number().int(), used: z.number().int(), cancelled: z.number().int() }),
  /** First page of GET /api/business/{id}/buyers. */
  buyers: buyersReplySchema,
  /** As GET /api/business/{id}/perks, without pictures, which the log does not keep. */
  perks: z.array(perkTextSchema),
  redemptions: z.array(redemptionThenSchema),
  movements: z.array(movementThenSchema),
})
export type DashboardThen = z.infer<typeof dashboardThenSchema>

/** GET /api/admin/time-travel/{businessId}/buyers?at&position&limit&after: as the live call. */
export const buyersThenQuerySchema = asOfQuerySchema.extend({
  limit: z.coerce.number().int().min(1).max(200).default(200),
  after: userIdSchema.optional(),
})

/** GET /api/admin/time-travel/{businessId}/buyers/{buyerId}?at&position: newest movements first. */
export const accountThenSchema = z.object({
  asOf: asOfSchema,
  buyer: z.object({ id: z.number().int(), buyerId: z.string() }),
  /** Null before opening and after closing. */
  points: z.string().nullable(),
  movements: z.array(movementThenSchema),
  redemptions: z.array(redemptionThenSchema),
})
export type AccountThen = z.infer<typeof accountThenSchema>

/** GET /api/admin/time-travel/{businessId}/step?position&direction: 404 without a neighbouring event. */
export const stepQuerySchema = z.object({
  position: cursorSchema.default('0'),
  direction: z.enum(['next', 'previous']).default('next'),
})

/** `figure`: a key for the screen. */
export const changeSchema = z.object({
  figure: z.enum([
    'totalBuyers',
    'totalPointsIssued',
    'monthlyPoints',
    'currentTransactionCount',
    'outstandingPoints',
    'buyerPoints',
    'pendingRedemptions',
    'usedRedemptions',
    'cancelledRedemptions',
    'perks',
    'subscriptionPlan',
    'status',
  ]),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export const stepReplySchema = z.object({
  event: historyMarkerSchema,
  changes: z.array(changeSchema),
  /** Codes are masked. */
  why: z.object({
    data: z.record(z.string(), z.unknown()),
    commandId: z.string(),
    recordedAt: z.string(),
    happenedAt: z.string().nullable(),
  }),
})
export type Step = z.infer<typeof stepReplySchema>
