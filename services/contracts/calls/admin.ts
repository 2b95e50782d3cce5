/**
 * The administrator's calls (R14-R16, R181, H30, H34, H35). Each answers 401 to a visitor, and 403 to anybody who is
 * not an administrator or must still change a first password. Actions on a person or business carry a reason. Times are
 * ISO 8601.
 */
import { z } from 'zod'
import { reasonSchema } from '../events/business-events.ts'
import { contactFields } from '../units/contact-fields.ts'
import { userIdSchema } from '../units/ids.ts'
import { passwordSchema, refuseSamePassword } from '../units/passwords.ts'
import { planSchema } from '../pages/plans.ts'
import { businessStatusSchema, languageSchema, roleSchema, sessionUserSchema, signInSchema } from './session.ts'

const count = z.number().int().nonnegative()
const limit = z.coerce.number().int().min(1).max(200).default(50)
const search = z.string().trim().max(100).optional()

/**
 * POST /api/admin/login (R14) and GET /api/admin/me, for administrators and auditors. Everybody else is refused as for
 * a wrong password.
 */
export const adminSignInSchema = signInSchema
export const adminUserSchema = sessionUserSchema.extend({
  /** H34: while true, only the password can be changed. */
  mustChangePassword: z.boolean(),
})

/** POST /api/admin/password, for administrators and auditors. Ends all their other sessions. */
export const adminPasswordSchema = z
  .object({ currentPassword: z.string().min(1).max(1024), newPassword: passwordSchema })
  .superRefine(refuseSamePassword)

/** GET /api/admin/overview: the numbers on the tabs. */
export const overviewSchema = z.object({
  /** `waiting`: ready for a decision. `unverified`: the e-mail address is not verified yet. */
  approvals: z.object({ waiting: count, oldestSince: z.string().nullable(), unverified: count }),
  businesses: z.record(businessStatusSchema, count),
  users: z.record(roleSchema, count),
  openInvoices: count,
  /** H36: false if no issuer of invoices is set, so that none can be issued. */
  sellerIsSet: z.boolean(),
  deadMails: count,
  visitsRunning: count,
  /** Number of administrators who could approve a generation switch. */
  administrators: count,
  /** As in GET /api/admin/projections. */
  projections: z.object({ caughtUp: z.boolean(), stopped: z.boolean(), lagEvents: z.number().int().nullable() }),
  selfCheck: z.object({ lastAt: z.string().nullable(), differences: count }),
  /**
   * Events of ordinary rows not yet relayed to the log. `lateStreams`: streams waiting for more than a minute, oldest
   * first, at most 20: something else has written to them, or the store is unavailable.
   */
  eventOutbox: z.object({ waiting: count, lateStreams: z.array(z.string()) }),
})
export type Overview = z.infer<typeof overviewSchema>

/** H21: hours of waiting after which a registration turns amber. */
export const APPROVAL_AMBER_HOURS = 20

export const adminBusinessSchema = z.object({
  /** The business's users.id, its id everywhere (C12). */
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
    /** Whether GET /api/admin/businesses/{id}/id-document returns one. */
    hasIdDocument: z.boolean(),
  }),
})
export type AdminBusiness = z.infer<typeof adminBusinessSchema>

/**
 * GET /api/admin/approvals: pending businesses with their public details, those with a verified address first, then
 * oldest first. `amber`: waiting for 20 hours or more.
 */
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
 * GET /api/admin/businesses?search&status&plan&after&limit: in order of id. `search`: every word must occur in name,
 * slug, e-mail or tax number; a business's number matches, too.
 */
export const adminBusinessesQuerySchema = z.object({
  search,
  status: businessStatusSchema.optional(),
  plan: planSchema.optional(),
  after: userIdSchema.optional(),
  limit,
})
export const adminBusinessesReplySchema = z.object({
  businesses: z.array(adminBusinessSchema),
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
/** The reply to all four, also when repeated. */
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
 * GET /api/admin/users?search&role&after&limit: in order of id. `search`: a phone number or its beginning, a whole
 * e-mail or a buyer code; otherwise words in e-mail, name or code, a part of a phone number, or a person's number.
 */
export const adminUsersQuerySchema = z.object({
  search,
  role: roleSchema.optional(),
  after: userIdSchema.optional(),
  limit,
})
export const adminUsersReplySchema = z.object({ users: z.array(adminUserRowSchema), next: z.number().int().nullable() })
export type AdminUsers = z.infer<typeof adminUsersReplySchema>

/** GET /api/admin/mail/dead-letters: newest first, without contents. POST …/{id}/retry sends one again. */
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

/* Replay into a new generation, compared with the live one */

export const replayStateSchema = z.enum([
  /** Filling the new generation from the start of the log. */
  'building',
  /** Caught up; the comparison is running. */
  'comparing',
  /** Compared; keeps up with the log until "switch" or "discard". */
  'ready',
  /** "Switch" was requested; waits for a second administrator if there are two. */
  'awaiting_second',
  /** Approved; the worker switches as soon as it has caught up. */
  'switching',
  'switched',
  'discarded',
  /** Failed on an unknown event or another error (`error` says which); it can only be discarded. */
  'failed',
])
export type ReplayState = z.infer<typeof replayStateSchema>
const ENDED: readonly ReplayState[] = ['switched', 'discarded', 'failed']
export const isReplayOver = (state: ReplayState): boolean => ENDED.includes(state)

/** A row that differs. All values are text; `differences` lists only unequal columns. */
export const diffSampleSchema = z.object({
  kind: z.enum(['changed', 'missing', 'extra']),
  key: z.record(z.string(), z.string()),
  differences: z.array(z.object({ column: z.string(), live: z.string().nullable(), rebuilt: z.string().nullable() })),
})
export type DiffSample = z.infer<typeof diffSampleSchema>
/**
 * Comparison of one read model, both sides at the same position. missing: in the log but not in the live table; extra:
 * the reverse.
 */
export const tableDiffSchema = z.object({
  table: z.string(),
  equal: count,
  changed: count,
  missing: count,
  extra: count,
  /** The first 20 differing rows, in key order. */
  samples: z.array(diffSampleSchema),
  /** Set if the table or a column exists on one side only: a new read model, or schema drift. Otherwise null. */
  note: z.enum(['new_read_model', 'shape_changed']).nullable(),
})
export type TableDiff = z.infer<typeof tableDiffSchema>

export const replaySchema = z.object({
  generation: z.number().int(),
  state: replayStateSchema,
  startedBy: z.number().int().nullable(),
  startedAt: z.string(),
  reason: z.string(),
  /** Events applied so far, and the number in the log as far as known. */
  events: count,
  eventsTotal: count,
  eventsPerSecond: z.number(),
  /** Null while no estimate is possible. */
  secondsLeft: z.number().nullable(),
  position: z.string().nullable(),
  /** Last heartbeat of the worker that builds it. */
  updatedAt: z.string(),
  diff: z.object({ position: z.string().nullable(), at: z.string(), tables: z.array(tableDiffSchema) }).nullable(),
  switchAskedBy: z.number().int().nullable(),
  switchApprovedBy: z.number().int().nullable(),
  endedAt: z.string().nullable(),
  error: z.string().nullable(),
})
export type Replay = z.infer<typeof replaySchema>

/**
 * GET /api/admin/replay; also the reply to all of its POSTs. `secondAdminNeeded`: with two administrators, a switch
 * takes both.
 * - POST /api/admin/replay {reason} starts a replay;
 * - POST …/compare compares again;
 * - POST …/switch requests the switch or, by another administrator, approves it;
 * - POST …/discard {reason} discards the new generation.
 */
export const replaysReplySchema = z.object({
  live: z.object({ generation: z.number().int(), position: z.string().nullable() }),
  current: replaySchema.nullable(),
  past: z.array(replaySchema),
  secondAdminNeeded: z.boolean(),
})
export type Replays = z.infer<typeof replaysReplySchema>

/** GET /api/admin/projections: the live generation, its lag, and its tables. */
export const projectionsReplySchema = z.object({
  live: z.object({ generation: z.number().int(), position: z.string().nullable() }).nullable(),
  head: z.string().nullable(),
  caughtUp: z.boolean(),
  /** Events between checkpoint and head, counted up to 1,000; null while the event store does not answer. */
  lagEvents: z.number().int().nullable(),
  stoppedBy: z
    .object({ position: z.string(), eventId: z.string(), stream: z.string(), type: z.string(), reason: z.string() })
    .nullable(),
  tables: z.array(z.object({ table: z.string(), rows: count })),
})
export type Projections = z.infer<typeof projectionsReplySchema>

/** GET /api/admin/queues: counts. The board is the page /api/admin/queues/board, for the same session. */
export const queuesReplySchema = z.array(
  z.object({ name: z.string(), waiting: count, active: count, delayed: count, failed: count, completed: count }),
)

/* Replay of one account */

/**
 * GET /api/admin/accounts/{businessId}/{buyerId}/replay: the account's stream, folded from the store event by event,
 * beside the read model. `first`: index of the first differing step; null if all agree.
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
      /** From the log: the event's change in balance, and the balance after it. */
      points: z.string(),
      balance: z.string(),
      /** The read model's line for the event; null if it has none, as for events that move no points. */
      line: z.object({ points: z.string(), balance: z.string(), type: z.string() }).nullable(),
      agrees: z.boolean(),
    }),
  ),
  fold: z.object({ balance: z.string(), closed: z.boolean(), events: z.number().int() }),
  row: z.object({ balance: z.string(), closed: z.boolean(), events: z.number().int() }).nullable(),
  /** Lines and redemptions that exist in the read models or in the stream only. */
  extraLines: z.array(z.string()),
  redemptions: z.array(
    z.object({ redemptionId: z.string(), fold: z.string(), row: z.string().nullable(), agrees: z.boolean() }),
  ),
  first: z.number().int().nullable(),
  agrees: z.boolean(),
  /** The read models' position; later events are not compared. */
  asOf: z.string().nullable(),
})
export type AccountReplay = z.infer<typeof accountReplayReplySchema>
