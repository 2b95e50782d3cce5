/**
 * Support visits: an administrator who looks at, or acts for, a business (spec.md 2 and 7; R30-R32, R205, R219, H31, H32). Times are
 * ISO 8601. Each visit is a stream of its own, `support-<visitId>`, so an auditor can follow it.
 */
import { z } from 'zod'
import { closedSchema } from './buyer.ts'
import { commandIdSchema, userIdSchema } from '../units/ids.ts'
import { textSchema } from '../units/names.ts'
import { digitsSchema } from '../units/numbers.ts'

/** H31: how long a visit lasts, whatever happens in it. */
export const VISIT_MS = 30 * 60 * 1000

/** view: nothing can be written. act: everything that the business may do, except password, e-mail, deletion and billing. */
export const visitModeSchema = z.enum(['view', 'act'])
export type VisitMode = z.infer<typeof visitModeSchema>

export const VISIT_REASON_MAX = 300
/** H31. */
export const visitReasonSchema = textSchema('Please give a reason', VISIT_REASON_MAX, {
  min: 10,
  tooShort: 'The reason must have at least 10 characters',
  tooLong: 'The reason cannot exceed 300 characters',
})

/** POST /api/admin/impersonation/start: `userId` is the business's users.id. The visit begins in view mode; the session id changes. */
export const startVisitSchema = z.object({ userId: userIdSchema, reason: visitReasonSchema })

/** POST /api/admin/impersonation/mode: the second step into "act", or back. */
export const visitModeInputSchema = z.object({ mode: visitModeSchema })

/**
 * GET /api/admin/impersonation/status, answered to everybody (H32); also the answer to `start` and `mode`. Without a visit it is
 * exactly `{ isImpersonating: false }`.
 */
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
    /** From here on the session is the administrator's own again. */
    expiresAt: z.string(),
    /** Until then, for a browser whose clock is wrong. */
    leftMs: z.number().int().nonnegative(),
  }),
])
export type ImpersonationStatus = z.infer<typeof impersonationStatusSchema>

/** POST /api/admin/impersonation/exit: no body (R201). The session id changes; the same answer where the visit had run out. */
export const exitReplySchema = z.object({ message: z.string() })

/** A visit as its owner, the administrators and the auditors see it. What was done: the events that were written meanwhile. */
export const supportVisitSchema = z.object({
  visitId: commandIdSchema,
  business: z.object({ id: z.number().int(), businessName: z.string(), closed: closedSchema }),
  /** The administrator's number; no name is shown. */
  adminId: z.number().int(),
  reason: z.string(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** `expired`: nobody exited, the thirty minutes ran out. `running`: neither has happened yet. */
  ended: z.enum(['running', 'exited', 'expired']),
  /** The mode that it reached last, and when it began to act, where it did. */
  mode: visitModeSchema,
  actingSince: z.string().nullable(),
  /** Calls that were refused: a write in view mode, or one that support may never make. */
  refusedCalls: z.array(z.object({ at: z.string(), method: z.string(), path: z.string() })),
  /** Writes that were carried out while acting. */
  calls: z.array(z.object({ at: z.string(), method: z.string(), path: z.string() })),
  /** What moved points or settled a redemption on the business's behalf, oldest first. */
  done: z.array(z.object({ position: z.string(), type: z.string(), at: z.string(), buyerId: z.string().nullable() })),
})
export type SupportVisit = z.infer<typeof supportVisitSchema>

/**
 * GET /api/business/{id}/support-visits (the owner, newest first), GET /api/admin/visits and GET /api/audit/visits (all of them).
 * `before` is the `next` of the page before.
 */
export const visitsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  before: digitsSchema('bigint', 'Invalid cursor').optional(),
  businessId: userIdSchema.optional(),
})
export const visitsReplySchema = z.object({ visits: z.array(supportVisitSchema), next: z.string().nullable() })
export type SupportVisits = z.infer<typeof visitsReplySchema>
