/** Support visits (R30-R32, R205, R219, H31, H32). Each has a stream `support-<visitId>` for auditors. */
import { z } from 'zod'
import { closedSchema } from '../buyer.ts'
import { commandIdSchema, userIdSchema } from '../../units/ids.ts'
import { textSchema } from '../../units/names.ts'
import { digitsSchema } from '../../units/numbers.ts'

/** H31. */
export const VISIT_MS = 30 * 60 * 1000

/** act: all that the business may do, except password, e-mail, deletion and billing. */
export const visitModeSchema = z.enum(['view', 'act'])
export type VisitMode = z.infer<typeof visitModeSchema>

export const VISIT_REASON_MAX = 300
/** H31. */
export const visitReasonSchema = textSchema('Please give a reason', VISIT_REASON_MAX, {
  min: 10,
  tooShort: 'The reason must have at least 10 characters',
  tooLong: 'The reason cannot exceed 300 characters',
})

/** POST /api/admin/impersonation/start: `userId` is the business. Begins in view mode, with a new session id. */
export const startVisitSchema = z.object({ userId: userIdSchema, reason: visitReasonSchema })

/** POST /api/admin/impersonation/mode. */
export const visitModeInputSchema = z.object({ mode: visitModeSchema })

/** GET /api/admin/impersonation/status, for everybody (H32); also the reply to `start` and `mode`. */
export const impersonationStatusSchema = z.discriminatedUnion('isImpersonating', [
  z.object({ isImpersonating: z.literal(false) }),
  z.object({
    isImpersonating: z.literal(true),
    businessProfile: z.object({ businessName: z.string() }),
    businessUser: z.object({ id: z.number().int(), email: z.string() }),
    visitId: commandIdSchema,
    mode: visitModeSchema,
    reason: z.string(),
    startedAt: z.string(),
    expiresAt: z.string(),
    /** For browsers with a wrong clock. */
    leftMs: z.number().int().nonnegative(),
  }),
])
export type ImpersonationStatus = z.infer<typeof impersonationStatusSchema>

/** POST /api/admin/impersonation/exit: no body (R201). New session id; same reply for an expired visit. */
export const exitReplySchema = z.object({ message: z.string() })

/** For the business, administrators and auditors. */
export const supportVisitSchema = z.object({
  visitId: commandIdSchema,
  business: z.object({ id: z.number().int(), businessName: z.string(), closed: closedSchema }),
  /** No name is shown. */
  adminId: z.number().int(),
  reason: z.string(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** `expired`: ran out without an exit. */
  ended: z.enum(['running', 'exited', 'expired']),
  /** The last mode. */
  mode: visitModeSchema,
  actingSince: z.string().nullable(),
  /** Writes in view mode, or calls that support may never make. */
  refusedCalls: z.array(z.object({ at: z.string(), method: z.string(), path: z.string() })),
  /** Writes while acting. */
  calls: z.array(z.object({ at: z.string(), method: z.string(), path: z.string() })),
  /** Events on the business's behalf that moved points or settled a redemption, oldest first. */
  done: z.array(z.object({ position: z.string(), type: z.string(), at: z.string(), buyerId: z.string().nullable() })),
})
export type SupportVisit = z.infer<typeof supportVisitSchema>

/** GET /api/business/{id}/support-visits, /api/admin/visits and /api/audit/visits: newest first. */
export const visitsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  before: digitsSchema('bigint', 'Invalid cursor').optional(),
  businessId: userIdSchema.optional(),
})
export const visitsReplySchema = z.object({ visits: z.array(supportVisitSchema), next: z.string().nullable() })
export type SupportVisits = z.infer<typeof visitsReplySchema>
