/**
 * Auditors' calls (H33), also for administrators; read-only. People are ids and buyer codes, redemption codes are
 * masked (H13), points are decimal strings.
 */
import { z } from 'zod'
import { BUSINESS_EVENT_DATA } from '../../events/business-events.ts'
import { buyerCodeSchema } from '../../units/codes.ts'
import { cursorSchema } from '../counter.ts'
import { typesOf } from '../../events/event-types.ts'
import { movementTypeSchema } from '../figures.ts'
import { commandIdSchema, userIdSchema } from '../../units/ids.ts'
import { momentSchema } from '../../units/moments.ts'
import { askedNumberSchema } from '../../units/numbers.ts'
import { ADMIN_EVENT_DATA } from '../../events/support-events.ts'

export const auditActTypeSchema = z.enum([...typesOf(BUSINESS_EVENT_DATA), ...typesOf(ADMIN_EVENT_DATA)])

const amount = askedNumberSchema(z.coerce.number().int().min(0).max(100_000_000))

/** All conditions must hold. `business`, `actor`: users.id; times by the store's clock. */
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

/** Reported at the upper bound. A signed empty export would claim that nothing happened. */
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

/** GET /api/audit/movements: newest first. */
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
  missing: z.string().nullable(),
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

/** GET /api/audit/acts: actions on businesses and by administrators, newest first, without support visits. */
export const auditActsQuerySchema = z.object({
  business: userIdSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: cursorSchema.optional(),
})
export const auditActSchema = z.object({
  position: z.string(),
  type: auditActTypeSchema,
  /** Null if no single business is concerned. */
  businessId: z.number().int().nullable(),
  data: z.record(z.string(), z.unknown()),
  actor: z.object({ id: z.number().int(), role: z.string() }),
  onBehalfOf: z.number().int().nullable(),
  storedAt: z.string(),
})
export type AuditAct = z.infer<typeof auditActSchema>
export const auditActsReplySchema = z.object({ acts: z.array(auditActSchema), next: z.string().nullable() })
export type AuditActs = z.infer<typeof auditActsReplySchema>

/** GET /api/audit/events/{position}. `leaf`: index in the Merkle log; null until the next signed tree head. */
export const storedEventSchema = z.object({
  id: z.string(),
  stream: z.string(),
  revision: z.number().int(),
  position: z.string(),
  type: z.string(),
  /** Codes are masked. */
  data: z.record(z.string(), z.unknown()),
  metadata: z.record(z.string(), z.unknown()),
  storedAt: z.string(),
  leaf: z.number().int().nullable(),
})
export type StoredEvent = z.infer<typeof storedEventSchema>

export const chainLinkSchema = storedEventSchema.extend({
  part: z.enum([
    'award',
    'void',
    'correction',
    'redemption',
    'use',
    'reopening',
    'cancel',
    'refund',
    'close',
    'merge',
    'spent_from',
  ]),
  /** The requested event. */
  asked: z.boolean(),
})
/**
 * GET /api/audit/events/{position}/chain: related events in log order. A redemption includes the awards that it spent
 * (oldest first) as `spent_from`, with shares in `spends`.
 */
export const chainReplySchema = z.object({
  links: z.array(chainLinkSchema),
  spends: z.array(z.object({ awardId: z.string(), position: z.string(), points: z.string() })),
})
export type Chain = z.infer<typeof chainReplySchema>

/** GET /api/audit/balance-sheet?at&position: issued - voided - redeemed + refunded - forfeited = outstanding. */
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
  /** `at`: never in the future. */
  asOf: z.object({ position: z.string().nullable(), at: z.string() }),
  /** `future`: the time is still to come. `late`: the read models may lag. */
  lacks: z.enum(['future', 'late']).nullable(),
  ...sheetFigures,
  /** Counted independently. */
  sumOfBalances: z.string(),
  addsUp: z.boolean(),
  accounts: z.number().int(),
  openAccounts: z.number().int(),
  businesses: z.array(z.object({ businessId: z.number().int(), ...sheetFigures })),
})
export type BalanceSheet = z.infer<typeof balanceSheetSchema>

/**
 * GET /api/audit/export?format=csv|jsonl&proofs + filter: streamed, oldest first, as of its start (headers
 * `export-position`, `export-lines`). The closing line has query, position and hash.
 */
export const exportQuerySchema = z
  .object({
    ...filter,
    format: z.enum(['csv', 'jsonl']).default('jsonl'),
    /** Inclusion proofs (jsonl only), limited to events under the newest signed tree head. */
    proofs: z.stringbool().default(false),
  })
  .superRefine(refuseReversed)
export const EXPORT_POSITION = 'export-position'
export const EXPORT_LINES = 'export-lines'
