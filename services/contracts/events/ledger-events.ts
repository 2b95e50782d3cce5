/**
 * The seven events of an account, version 1 (design.md 2). All amounts are integer tenths, money is whole AMD.
 * Ids only: a name, an e-mail or a phone number in an event could never be erased (R236). These schemas are the one
 * definition: the ledger takes its types from here, the gateway and the projections parse what they read with them.
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
/** The events that move points, each a line of the statement. The others say what became of a redemption. */
export type MovementType = Exclude<LedgerEventType, 'RedemptionUsed' | 'RedemptionCancelled'>
/** One event of an account, discriminated by its type. */
export type LedgerEvent = { [T in LedgerEventType]: { type: T; data: LedgerEventData<T> } }[LedgerEventType]

/** Who did it: during impersonation `onBehalfOf` is the business user and `actor` the administrator (I17). */
export const actorSchema = z.object({
  userId: z.number().int().nonnegative(),
  role: z.union([roleSchema, z.literal('system')]),
})
export type Actor = z.infer<typeof actorSchema>

/** The metadata of every event (design.md 2). `recordedAt`: our clock when the command was decided, ISO 8601 in UTC. */
export const eventMetadataSchema = z.object({
  schema: z.literal(1),
  commandId: commandIdSchema,
  inputHash: z.string(),
  actor: actorSchema,
  onBehalfOf: z.number().int().optional(),
  $correlationId: z.string(),
  recordedAt: z.iso.datetime(),
  /** When it happened, where that is not when it was recorded: a counter that awarded while it was offline. */
  happenedAt: z.iso.datetime().optional(),
})
export type EventMetadata = z.infer<typeof eventMetadataSchema>

const STREAM = /^account-([1-9]\d*)\.([1-9]\d*)$/
/** Stream-name prefix of every account; the bell and the catch-up filter by it. */
export const ACCOUNT_PREFIX = 'account-'

/** The stream of one buyer at one business; both are users.id (C12). */
export function accountStream(businessId: number, buyerId: number): string {
  return `${ACCOUNT_PREFIX}${businessId}.${buyerId}`
}

/** The two ids back from a stream's name; undefined where it is not an account. */
export function parseAccountStream(stream: string): { businessId: number; buyerId: number } | undefined {
  const match = STREAM.exec(stream)
  return match ? { businessId: Number(match[1]), buyerId: Number(match[2]) } : undefined
}
