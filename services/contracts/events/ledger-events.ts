/**
 * The seven events of an account, version 1. All amounts are integer tenths, money is whole AMD. Ids only, because
 * personal data in an event could never be erased (R236). The ledger's types, the gateway and the projections all use
 * these schemas.
 */
import { z } from 'zod'
import { commandIdSchema } from '../units/ids.ts'
import { roleSchema } from '../calls/session.ts'

const tenths = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)
const positiveTenths = tenths.positive()

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
  AccountClosed: z.object({ forfeitedTenths: tenths }),
} as const

export type LedgerEventType = keyof typeof EVENT_DATA
export type LedgerEventData<T extends LedgerEventType> = z.infer<(typeof EVENT_DATA)[T]>
/** Events that move points and appear in the statement. The others only settle a redemption. */
export type MovementType = Exclude<LedgerEventType, 'RedemptionUsed' | 'RedemptionCancelled'>
/** An event of an account, discriminated by type. */
export type LedgerEvent = { [T in LedgerEventType]: { type: T; data: LedgerEventData<T> } }[LedgerEventType]

/** Who did it. During impersonation `actor` is the administrator and `onBehalfOf` the business user. */
export const actorSchema = z.object({
  userId: z.number().int().nonnegative(),
  role: z.union([roleSchema, z.literal('system')]),
})
export type Actor = z.infer<typeof actorSchema>

/** The metadata of every event. `recordedAt`: our clock when the command was decided, ISO 8601 in UTC. */
export const eventMetadataSchema = z.object({
  schema: z.literal(1),
  commandId: commandIdSchema,
  inputHash: z.string(),
  actor: actorSchema,
  onBehalfOf: z.number().int().optional(),
  $correlationId: z.string(),
  recordedAt: z.iso.datetime(),
  /** When it happened, if earlier than recorded: an award made offline. */
  happenedAt: z.iso.datetime().optional(),
})
export type EventMetadata = z.infer<typeof eventMetadataSchema>

const STREAM = /^account-([1-9]\d*)\.([1-9]\d*)$/
/** Stream-name prefix of every account; the wake-up and the catch-up filter by it. */
export const ACCOUNT_PREFIX = 'account-'

/** The stream of one buyer at one business; both are users.id (C12). */
export function accountStream(businessId: number, buyerId: number): string {
  return `${ACCOUNT_PREFIX}${businessId}.${buyerId}`
}

/** The two ids in a stream's name; undefined if it is not an account's stream. */
export function parseAccountStream(stream: string): { businessId: number; buyerId: number } | undefined {
  const match = STREAM.exec(stream)
  return match ? { businessId: Number(match[1]), buyerId: Number(match[2]) } : undefined
}
