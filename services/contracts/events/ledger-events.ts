/**
 * The eleven events of an account, version 1. Points are integer tenths, money whole AMD. Ids only, because personal
 * data in an event could never be erased (R236).
 */
import { z } from 'zod'
import { commandIdSchema } from '../units/ids.ts'
import { roleSchema } from '../calls/account/session.ts'

const tenths = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)
const positiveTenths = tenths.positive()
const accountOwnerId = z.number().int().positive()

export const EVENT_DATA = {
  PointsAwarded: z.object({
    awardId: commandIdSchema,
    amountAmd: z.number().int().positive(),
    tenths: positiveTenths,
    rule: z.string(),
    receipt: z.string().optional(),
  }),
  PerkRedeemed: z.object({
    redemptionId: commandIdSchema,
    code: z.string(),
    perkId: z.number().int(),
    perkName: z.string(),
    costTenths: positiveTenths,
  }),
  RedemptionUsed: z.object({ redemptionId: commandIdSchema }),
  RedemptionCancelled: z.object({ redemptionId: commandIdSchema, reason: z.string() }),
  PointsRefunded: z.object({ redemptionId: commandIdSchema, tenths: positiveTenths }),
  AwardVoided: z.object({ awardId: commandIdSchema, tenths: positiveTenths, reason: z.string() }),
  /** `differenceTenths`: what the balance moved by. `missingTenths`: what it did not cover of the points to take back. */
  AwardCorrected: z.object({
    awardId: commandIdSchema,
    amountAmd: z.number().int().positive(),
    tenths: positiveTenths,
    rule: z.string(),
    differenceTenths: z.number().int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
    missingTenths: tenths,
    reason: z.string(),
  }),
  RedemptionReopened: z.object({ redemptionId: commandIdSchema, reason: z.string() }),
  AccountClosed: z.object({ forfeitedTenths: tenths }),
  /** Ends a card's account with all that stands on it (decision 53). `toId`: users.id of who claimed the card. */
  PointsMergedOut: z.object({ mergeId: commandIdSchema, toId: accountOwnerId, tenths }),
  /** `fromId`: id of the card. */
  PointsMergedIn: z.object({ mergeId: commandIdSchema, fromId: accountOwnerId, tenths: positiveTenths }),
} as const

export type LedgerEventType = keyof typeof EVENT_DATA
export type LedgerEventData<T extends LedgerEventType> = z.infer<(typeof EVENT_DATA)[T]>
/** They change a redemption's state and move no points. */
export type SettlingType = 'RedemptionUsed' | 'RedemptionCancelled' | 'RedemptionReopened'
export type MovementType = Exclude<LedgerEventType, SettlingType>
export type LedgerEvent = { [T in LedgerEventType]: { type: T; data: LedgerEventData<T> } }[LedgerEventType]

/** During a support visit `actor` is the administrator, `onBehalfOf` the business. */
export const actorSchema = z.object({
  userId: z.number().int().nonnegative(),
  role: z.union([roleSchema, z.literal('system')]),
})
export type Actor = z.infer<typeof actorSchema>

/** Where in the shop an act was done; missing on acts of the owner's session and on events older than tills. */
export const placeSchema = z.object({
  /** Missing at a shop without staff. */
  staffId: commandIdSchema.optional(),
  tillId: commandIdSchema.optional(),
  branchId: commandIdSchema.optional(),
})
export type Place = z.infer<typeof placeSchema>

/** `recordedAt`: our clock at the decision. */
export const eventMetadataSchema = z.object({
  schema: z.literal(1),
  commandId: commandIdSchema,
  inputHash: z.string(),
  actor: actorSchema,
  onBehalfOf: z.number().int().optional(),
  ...placeSchema.shape,
  $correlationId: z.string(),
  recordedAt: z.iso.datetime(),
  /** If earlier than recorded (offline awards). */
  happenedAt: z.iso.datetime().optional(),
})
export type EventMetadata = z.infer<typeof eventMetadataSchema>

const STREAM = /^account-([1-9]\d*)\.([1-9]\d*)$/
/** Filter of wake-up and catch-up. */
export const ACCOUNT_PREFIX = 'account-'

/** Both are users.id (C12). */
export function accountStream(businessId: number, buyerId: number): string {
  return `${ACCOUNT_PREFIX}${businessId}.${buyerId}`
}

/** Undefined for other streams. */
export function parseAccountStream(stream: string): { businessId: number; buyerId: number } | undefined {
  const match = STREAM.exec(stream)
  return match ? { businessId: Number(match[1]), buyerId: Number(match[2]) } : undefined
}
