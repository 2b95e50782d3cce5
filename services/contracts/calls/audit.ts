/**
 * The auditor's calls (H33): read-only, for auditors and administrators. People appear only as ids and buyer codes, and
 * redemption codes are masked (H13). Points are decimal strings.
 */
import { z } from 'zod'
import { BUSINESS_EVENT_DATA } from '../events/business-events.ts'
import { buyerCodeSchema } from '../units/codes.ts'
import { cursorSchema } from './counter.ts'
import { typesOf } from '../events/event-types.ts'
import { movementTypeSchema } from './figures.ts'
import { commandIdSchema, userIdSchema } from '../units/ids.ts'
import { momentSchema } from '../units/moments.ts'
import { askedNumberSchema } from '../units/numbers.ts'
import { ADMIN_EVENT_DATA } from '../events/support-events.ts'

export const auditActTypeSchema = z.enum([...typesOf(BUSINESS_EVENT_DATA), ...typesOf(ADMIN_EVENT_DATA)])

const amount = askedNumberSchema(z.coerce.number().int().min(0).max(100_000_000))

/**
 * Filter of movements; all given conditions must hold. `business` and `actor` are users.ids; times are on the store's
 * clock.
 */
const filter = {
  business: userIdSchema.optional(),
  /** With `business`: one account. */
  buyer: userIdSchema.optional(),
  buyerCode: buyerCodeSchema.optional(),
  award: commandIdSchema.optional(),
  redemption: commandIdSchema.optional(),
  command: commandIdSchema.optional(),
  actor: userIdSchema.optional(),
  onBehalf: z.stringbool().optional(),
  type: z.union([movementTypeSchema.transform((type) => [type]), z.array(movementTypeSchema)]).optional(),
  from: momentSchema.optional(),
  to: momentSchema.optional(),
  amountMin: amount.optional(),
  amountMax: amount.optional(),
}

/**
 * Reported at the upper bound. Such a filter matches nothing, and a signed empty export would claim that nothing
 * happened.
 */
export const BOUNDS_REVERSED = 'The bounds are in the wrong order'
const BOUNDS = [
  ['from', 'to'],
  ['amountMin', 'amountMax'],
] as const

function refuseReversed(
  asked: Partial<Record<(typeof BOUNDS)[number][number], string | number | undefined>>,
  context: z.RefinementCtx,
): void {
  for (const [least, most] of BOUNDS) {
    const [low, high] = [asked[least], asked[most]]
    if (low !== undefined && high !== undefined && low > high)
      context.addIssue({ code: 'custom', path: [most], message: BOUNDS_REVERSED })
  }
}

export const auditFilterSchema = z.object(filter).superRefine(refuseReversed)
export type AuditFilter = z.infer<typeof auditFilterSchema>

/** GET /api/audit/movements: newest first; `before` is the previous page's `next`. */
export const auditMovementsQuerySchema = z
  .object({
    ...filter,
    limit: z.coerce.number().int().min(1).max(200).default(50),
    before: cursorSchema.optional(),
  })
  .superRefine(refuseReversed)

export const auditMovementSchema = z.object({
  position: z.string(),
  eventId: z.string(),
  revision: z.number().int(),
  type: movementTypeSchema,
  businessId: z.number().int(),
  buyer: z.object({ id: z.number().int(), buyerId: z.string() }),
  points: z.string(),
  balance: z.string(),
  amountAmd: z.number().int().nullable(),
  rule: z.string().nullable(),
  receipt: z.string().nullable(),
  perkName: z.string().nullable(),
  reason: z.string().nullable(),
  awardId: z.string().nullable(),
  redemptionId: z.string().nullable(),
  commandId: z.string(),
  actor: z.object({ id: z.number().int(), role: z.string() }),
  onBehalfOf: z.number().int().nullable(),
  happenedAt: z.string(),
  recordedAt: z.string(),
  storedAt: z.string(),
})
export type AuditMovement = z.infer<typeof auditMovementSchema>
export const auditMovementsReplySchema = z.object({
  movements: z.array(auditMovementSchema),
  next: z.string().nullable(),
  asOf: z.string().nullable(),
})
export type AuditMovements = z.infer<typeof auditMovementsReplySchema>

/**
 * GET /api/audit/acts: actions on businesses (by administrators, the business itself, or the calendar) and other
 * actions of administrators, newest first. Support visits have their own call.
 */
export const auditActsQuerySchema = z.object({
  business: userIdSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: cursorSchema.optional(),
})
export const auditActSchema = z.object({
  position: z.string(),
  type: auditActTypeSchema,
  /** Null if the action concerns no single business. */
  businessId: z.number().int().nullable(),
  data: z.record(z.string(), z.unknown()),
  actor: z.object({ id: z.number().int(), role: z.string() }),
  onBehalfOf: z.number().int().nullable(),
  storedAt: z.string(),
})
export type AuditAct = z.infer<typeof auditActSchema>
export const auditActsReplySchema = z.object({ acts: z.array(auditActSchema), next: z.string().nullable() })
export type AuditActs = z.infer<typeof auditActsReplySchema>

/**
 * GET /api/audit/events/{position}: the stored event. `leaf`: its index in the Merkle log; null until the next signed
 * tree head.
 */
export const storedEventSchema = z.object({
  id: z.string(),
  stream: z.string(),
  revision: z.number().int(),
  position: z.string(),
  type: z.string(),
  /** Redemption codes are masked. */
  data: z.record(z.string(), z.unknown()),
  metadata: z.record(z.string(), z.unknown()),
  storedAt: z.string(),
  leaf: z.number().int().nullable(),
})
export type StoredEvent = z.infer<typeof storedEventSchema>

/** An event of a chain, and its part in it. */
export const chainLinkSchema = storedEventSchema.extend({
  part: z.enum(['award', 'void', 'redemption', 'use', 'cancel', 'refund', 'close', 'spent_from']),
  /** Whether this is the requested event. */
  asked: z.boolean(),
})
/**
 * GET /api/audit/events/{position}/chain: all related events, in log order. A redemption includes the awards whose
 * points it spent (oldest points first) as `spent_from`, with each share in `spends`.
 */
export const chainReplySchema = z.object({
  links: z.array(chainLinkSchema),
  spends: z.array(z.object({ awardId: z.string(), position: z.string(), points: z.string() })),
})
export type Chain = z.infer<typeof chainReplySchema>

/**
 * GET /api/audit/balance-sheet?at&position: the whole ledger as of a moment. issued - voided - redeemed + refunded -
 * forfeited = outstanding.
 */
export const balanceSheetQuerySchema = z.object({ at: momentSchema.optional(), position: cursorSchema.optional() })
const sheetFigures = {
  issued: z.string(),
  voided: z.string(),
  redeemed: z.string(),
  refunded: z.string(),
  forfeited: z.string(),
  outstanding: z.string(),
}
export const balanceSheetSchema = z.object({
  /** `at`: never later than now, whatever was requested. */
  asOf: z.object({ position: z.string().nullable(), at: z.string() }),
  /**
   * What the sheet may lack: `future` if the moment is still to come, `late` if the read models may not have caught up
   * with it.
   */
  lacks: z.enum(['future', 'late']).nullable(),
  ...sheetFigures,
  /** Counted independently, as the sum of every account's last balance. */
  sumOfBalances: z.string(),
  addsUp: z.boolean(),
  accounts: z.number().int(),
  openAccounts: z.number().int(),
  businesses: z.array(z.object({ businessId: z.number().int(), ...sheetFigures })),
})
export type BalanceSheet = z.infer<typeof balanceSheetSchema>

/**
 * GET /api/audit/export?format=csv|jsonl&proofs + the filter: streamed, oldest first, as of the position at its start
 * (header `export-position`; `export-lines` serves a progress bar). The closing line contains the query, the position
 * and the hash.
 */
export const exportQuerySchema = z
  .object({
    ...filter,
    format: z.enum(['csv', 'jsonl']).default('jsonl'),
    /**
     * Adds an inclusion proof to every line (jsonl only); the export is then limited to events under the newest signed
     * tree head.
     */
    proofs: z.stringbool().default(false),
  })
  .superRefine(refuseReversed)
export const EXPORT_POSITION = 'export-position'
export const EXPORT_LINES = 'export-lines'
