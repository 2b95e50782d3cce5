/**
 * Administrators' calls (R14-R16, R181, H30, H34, H35): 401 for visitors, 403 for others and before the first password
 * is changed. Actions on a person or business need a reason.
 */
import { z } from 'zod'
import { reasonSchema } from '../../events/business-events.ts'
import { contactFields } from '../../units/contact-fields.ts'
import { userIdSchema } from '../../units/ids.ts'
import { passwordSchema, refuseSamePassword } from '../../units/passwords.ts'
import { planSchema } from '../../pages/plans.ts'
import { secondFactorStateSchema } from '../account/second-factor.ts'
import {
  businessStatusSchema,
  languageSchema,
  roleSchema,
  sessionUserSchema,
  signInSchema,
} from '../account/session.ts'

const count = z.number().int().nonnegative()
const limit = z.coerce.number().int().min(1).max(200).default(50)
const search = z.string().trim().max(100).optional()

/** POST /api/admin/login (R14), GET /api/admin/me; auditors too. Others are refused as for a wrong password. */
export const adminSignInSchema = signInSchema
export const adminUserSchema = sessionUserSchema.extend({
  /** H34: only the password can be changed. */
  mustChangePassword: z.boolean(),
  secondFactor: secondFactorStateSchema,
})

/** POST /api/admin/password. Ends all other sessions. */
export const adminPasswordSchema = z
  .object({ currentPassword: z.string().min(1).max(1024), newPassword: passwordSchema })
  .superRefine(refuseSamePassword)

/** GET /api/admin/overview. */
export const overviewSchema = z.object({
  /** `waiting`: ready for a decision. `unverified`: address not verified. */
  approvals: z.object({ waiting: count, oldestSince: z.string().nullable(), unverified: count }),
  businesses: z.record(businessStatusSchema, count),
  users: z.record(roleSchema, count),
  openInvoices: count,
  /** H36: without an issuer no invoices are possible. */
  sellerIsSet: z.boolean(),
  deadMails: count,
  visitsRunning: count,
  /** Who could approve a generation switch. */
  administrators: count,
  /** As GET /api/admin/projections. */
  projections: z.object({ caughtUp: z.boolean(), stopped: z.boolean(), lagEvents: z.number().int().nullable() }),
  selfCheck: z.object({ lastAt: z.string().nullable(), differences: count }),
  /**
   * Not yet relayed. `lateStreams`: waiting over a minute, oldest first, at most 20; written to by something else, or
   * the store is down.
   */
  eventOutbox: z.object({ waiting: count, lateStreams: z.array(z.string()) }),
  /** The latest scheduled one, and when the latest that succeeded began. Null before the first. */
  backup: z.object({ ok: z.boolean(), endedAt: z.string(), lastAt: z.string().nullable() }).nullish(),
})
export type Overview = z.infer<typeof overviewSchema>

/** H21: then a registration turns amber. */
export const APPROVAL_AMBER_HOURS = 20

export const adminBusinessSchema = z.object({
  /** users.id (C12). */
  id: z.number().int(),
  businessName: z.string(),
  slug: z.string(),
  status: businessStatusSchema,
  plan: planSchema,
  billingCycle: z.enum(['monthly', 'yearly']),
  trialEndDate: z.string().nullable(),
  subscriptionEndDate: z.string().nullable(),
  industry: z.string(),
  createdAt: z.string(),
  owner: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    legalStatus: z.string().nullable(),
    taxId: z.string().nullable(),
    emailVerified: z.boolean(),
    /** For GET /api/admin/businesses/{id}/id-document. */
    hasIdDocument: z.boolean(),
  }),
})
export type AdminBusiness = z.infer<typeof adminBusinessSchema>

/** GET /api/admin/approvals: with public details; verified addresses first, then oldest first. */
export const approvalsReplySchema = z.array(
  adminBusinessSchema.extend({
    description: z.string(),
    ...contactFields,
    waitingSince: z.string(),
    amber: z.boolean(),
  }),
)
export type Approvals = z.infer<typeof approvalsReplySchema>

/**
 * - `differs`: the self-check found a difference that is still there;
 * - `overdue`: a charge is past its due day;
 * - `unverified`: the owner has not verified the e-mail address.
 */
export const riskMarkSchema = z.enum(['differs', 'overdue', 'unverified'])
export type RiskMark = z.infer<typeof riskMarkSchema>

export const businessSortSchema = z.enum(['number', 'name', 'activity'])
export type BusinessSort = z.infer<typeof businessSortSchema>

/**
 * GET /api/admin/businesses?search&status&plan&sort&direction&after&limit. `search`: words of name, slug, e-mail or tax
 * number, or an id. `after`: id of the previous page's last business, in the same order.
 */
export const adminBusinessesQuerySchema = z.object({
  search,
  status: businessStatusSchema.optional(),
  plan: planSchema.optional(),
  sort: businessSortSchema.default('number'),
  direction: z.enum(['asc', 'desc']).default('asc'),
  after: userIdSchema.optional(),
  limit,
})
export const adminBusinessRowSchema = adminBusinessSchema.extend({
  /** Last day in Yerevan with an act at the counter; null before the first. */
  lastActivity: z.string().nullable().default(null),
  marks: z.array(riskMarkSchema).default([]),
})
export type AdminBusinessRow = z.infer<typeof adminBusinessRowSchema>
export const adminBusinessesReplySchema = z.object({
  businesses: z.array(adminBusinessRowSchema),
  next: z.number().int().nullable(),
})
export type AdminBusinesses = z.infer<typeof adminBusinessesReplySchema>

export const adminBusinessReplySchema = adminBusinessSchema.extend({
  stats: z.object({ totalBuyers: count, totalPointsIssued: z.number(), outstandingPoints: z.string() }),
})

/** POST /api/admin/businesses/{id}/approve. */
export const approveSchema = z
  .object({})
  .nullish()
  .transform((given) => given ?? {})
/** POST /api/admin/businesses/{id}/reject, /suspend, /reinstate. */
export const withReasonSchema = z.object({ reason: reasonSchema })
/** Reply to all four. */
export const statusReplySchema = z.object({ id: z.number().int(), status: businessStatusSchema, message: z.string() })
export type StatusReply = z.infer<typeof statusReplySchema>

export const adminUserRowSchema = z.object({
  id: z.number().int(),
  role: roleSchema,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  buyerId: z.string().nullable(),
  emailVerified: z.boolean(),
  language: languageSchema,
  createdAt: z.string(),
})
/**
 * GET /api/admin/users?search&role&after&limit, by id. `search`: a phone number or its beginning, an e-mail or buyer
 * code; else words of e-mail, name or code, part of a phone number, or an id.
 */
export const adminUsersQuerySchema = z.object({
  search,
  role: roleSchema.optional(),
  after: userIdSchema.optional(),
  limit,
})
export const adminUsersReplySchema = z.object({ users: z.array(adminUserRowSchema), next: z.number().int().nullable() })
export type AdminUsers = z.infer<typeof adminUsersReplySchema>

/**
 * GET /api/admin/mail/dead-letters?search&template&before&limit: newest first, without contents. `search`: words of the
 * address. `before`: id of the previous page's last mail. POST …/{id}/retry resends one.
 */
export const deadLettersQuerySchema = z.object({
  search,
  template: z.string().trim().max(60).optional(),
  before: z.uuid('Invalid id').optional(),
  limit: limit.default(100),
})
export const deadLettersReplySchema = z.array(
  z.object({
    id: z.string(),
    template: z.string(),
    to: z.string(),
    attempts: count,
    lastError: z.string().nullable(),
    createdAt: z.string(),
  }),
)
export const messageSchema = z.object({ message: z.string() })

export const replayStateSchema = z.enum([
  /** Filling the new generation from the log's start. */
  'building',
  'comparing',
  /** Keeps up with the log until "switch" or "discard". */
  'ready',
  /** Awaits a second administrator if there are two. */
  'awaiting_second',
  /** The worker switches once caught up. */
  'switching',
  'switched',
  'discarded',
  /** Can only be discarded; see `error`. */
  'failed',
])
export type ReplayState = z.infer<typeof replayStateSchema>
const ENDED: readonly ReplayState[] = ['switched', 'discarded', 'failed']
export const isReplayOver = (state: ReplayState): boolean => ENDED.includes(state)

/** Values are text; `differences` has unequal columns only. */
export const diffSampleSchema = z.object({
  kind: z.enum(['changed', 'missing', 'extra']),
  key: z.record(z.string(), z.string()),
  differences: z.array(z.object({ column: z.string(), live: z.string().nullable(), rebuilt: z.string().nullable() })),
})
export type DiffSample = z.infer<typeof diffSampleSchema>
/** Both sides at the same position. missing: not in the live table; extra: only there. */
export const tableDiffSchema = z.object({
  table: z.string(),
  equal: count,
  changed: count,
  missing: count,
  extra: count,
  /** At most 20, by key. */
  samples: z.array(diffSampleSchema),
  /** The table or a column exists on one side only: a new read model, or schema drift. */
  note: z.enum(['new_read_model', 'shape_changed']).nullable(),
})
export type TableDiff = z.infer<typeof tableDiffSchema>

export const replaySchema = z.object({
  generation: z.number().int(),
  state: replayStateSchema,
  startedBy: z.number().int().nullable(),
  startedAt: z.string(),
  reason: z.string(),
  /** `eventsTotal`: as far as known. */
  events: count,
  eventsTotal: count,
  eventsPerSecond: z.number(),
  /** Null without an estimate. */
  secondsLeft: z.number().nullable(),
  position: z.string().nullable(),
  /** The worker's last heartbeat. */
  updatedAt: z.string(),
  diff: z.object({ position: z.string().nullable(), at: z.string(), tables: z.array(tableDiffSchema) }).nullable(),
  switchAskedBy: z.number().int().nullable(),
  switchApprovedBy: z.number().int().nullable(),
  endedAt: z.string().nullable(),
  error: z.string().nullable(),
})
export type Replay = z.infer<typeof replaySchema>

/**
 * GET /api/admin/replay; also the reply to its POSTs. `secondAdminNeeded`: a switch takes two.
 * - POST /api/admin/replay {reason} starts a replay;
 * - POST …/compare compares again;
 * - POST …/switch requests or, by another administrator, approves the switch;
 * - POST …/discard {reason} drops the new generation.
 */
export const replaysReplySchema = z.object({
  live: z.object({ generation: z.number().int(), position: z.string().nullable() }),
  current: replaySchema.nullable(),
  past: z.array(replaySchema),
  secondAdminNeeded: z.boolean(),
})
export type Replays = z.infer<typeof replaysReplySchema>

/** GET /api/admin/projections. */
export const projectionsReplySchema = z.object({
  live: z.object({ generation: z.number().int(), position: z.string().nullable() }).nullable(),
  head: z.string().nullable(),
  caughtUp: z.boolean(),
  /** Counted up to 1,000; null while the event store is silent. */
  lagEvents: z.number().int().nullable(),
  stoppedBy: z
    .object({ position: z.string(), eventId: z.string(), stream: z.string(), type: z.string(), reason: z.string() })
    .nullable(),
  tables: z.array(z.object({ table: z.string(), rows: count })),
})
export type Projections = z.infer<typeof projectionsReplySchema>

/** GET /api/admin/queues. The board is the page /api/admin/queues/board. */
export const queuesReplySchema = z.array(
  z.object({ name: z.string(), waiting: count, active: count, delayed: count, failed: count, completed: count }),
)

/**
 * GET /api/admin/accounts/{businessId}/{buyerId}/replay: the stream, folded event by event, beside the read model.
 * `first`: index of the first difference, or null.
 */
export const accountReplayReplySchema = z.object({
  businessId: z.number().int(),
  buyer: z.object({ id: z.number().int(), buyerId: z.string() }),
  steps: z.array(
    z.object({
      revision: z.number().int(),
      position: z.string(),
      eventId: z.string(),
      type: z.string(),
      recordedAt: z.string(),
      /** By the log. */
      points: z.string(),
      balance: z.string(),
      /** By the read model; null for events that move no points. */
      line: z.object({ points: z.string(), balance: z.string(), type: z.string() }).nullable(),
      agrees: z.boolean(),
    }),
  ),
  fold: z.object({ balance: z.string(), closed: z.boolean(), events: z.number().int() }),
  row: z.object({ balance: z.string(), closed: z.boolean(), events: z.number().int() }).nullable(),
  /** On one side only. */
  extraLines: z.array(z.string()),
  redemptions: z.array(
    z.object({ redemptionId: z.string(), fold: z.string(), row: z.string().nullable(), agrees: z.boolean() }),
  ),
  first: z.number().int().nullable(),
  agrees: z.boolean(),
  /** Later events are not compared. */
  asOf: z.string().nullable(),
})
export type AccountReplay = z.infer<typeof accountReplayReplySchema>
