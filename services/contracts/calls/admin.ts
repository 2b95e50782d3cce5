/**
 * The administrator's calls (R14-R16, R181, H30, H34, H35). Every one of them answers 401 to a visitor and 403 to everybody who is no
 * administrator, or who still has to change a first password. What touches a person or a business carries a reason. Times are ISO 8601.
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

/** POST /api/admin/login (R14) and GET /api/admin/me: for administrators and auditors; the same refusal for everybody else as for a wrong password. */
export const adminSignInSchema = signInSchema
export const adminUserSchema = sessionUserSchema.extend({
  /** H34: nothing but the password can be changed until this is false. */
  mustChangePassword: z.boolean(),
})

/** POST /api/admin/password: for administrators and auditors. Ends every other session of theirs. */
export const adminPasswordSchema = z
  .object({ currentPassword: z.string().min(1).max(1024), newPassword: passwordSchema })
  .superRefine(refuseSamePassword)

/** GET /api/admin/overview: the numbers on the tabs. */
export const overviewSchema = z.object({
  /** `waiting` can be decided; of the `unverified` nobody has verified the address yet. */
  approvals: z.object({ waiting: count, oldestSince: z.string().nullable(), unverified: count }),
  businesses: z.record(businessStatusSchema, count),
  users: z.record(roleSchema, count),
  openInvoices: count,
  /** H36: no invoice is issued while nobody is set who issues them. */
  sellerIsSet: z.boolean(),
  deadMails: count,
  visitsRunning: count,
  /** Administrators who could say yes to a switch. */
  administrators: count,
  /** As in GET /api/admin/projections. */
  projections: z.object({ caughtUp: z.boolean(), stopped: z.boolean(), lagEvents: z.number().int().nullable() }),
  selfCheck: z.object({ lastAt: z.string().nullable(), differences: count }),
  /**
   * Events of ordinary rows on their way into the log. `lateStreams`: what waits there for more than a minute, the oldest first, at most 20:
   * somebody else has written to them, or the store is away.
   */
  eventOutbox: z.object({ waiting: count, lateStreams: z.array(z.string()) }),
})
export type Overview = z.infer<typeof overviewSchema>

/** H21: how long a registration has waited when the queue turns amber. */
export const APPROVAL_AMBER_HOURS = 20

export const adminBusinessSchema = z.object({
  /** users.id: everything hangs on it (C12). */
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
    /** GET /api/admin/businesses/{id}/id-document answers it. */
    hasIdDocument: z.boolean(),
  }),
})
export type AdminBusiness = z.infer<typeof adminBusinessSchema>

/**
 * GET /api/admin/approvals: pending businesses, those with a verified address first, the oldest first; each with what its page will show. `amber`:
 * waiting for 20 hours or more.
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

/** GET /api/admin/businesses?search&status&plan&after&limit: by id. `search`: each of its words stands in name, slug, e-mail or tax number; or it is the number of a business. */
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

/** GET /api/admin/businesses/{id} */
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
/** The answer to all four; also the answer to a repetition. */
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
/** GET /api/admin/users?search&role&after&limit: by id. `search`: whose phone number (or its beginning), whole e-mail or buyer code it is; else words in e-mail, name or code, a part of a phone number, or a person's number. */
export const adminUsersQuerySchema = z.object({
  search,
  role: roleSchema.optional(),
  after: userIdSchema.optional(),
  limit,
})
export const adminUsersReplySchema = z.object({ users: z.array(adminUserRowSchema), next: z.number().int().nullable() })
export type AdminUsers = z.infer<typeof adminUsersReplySchema>

/** GET /api/admin/mail/dead-letters: mails that were given up, newest first; no contents. POST …/{id}/retry sends one again. */
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

/* Replay with a diff (design.md 3, generations) */

export const replayStateSchema = z.enum([
  /** Filling the new generation from the start of the log. */
  'building',
  /** At the live position; the comparison runs. */
  'comparing',
  /** Compared; waits for "switch" or "discard", and keeps up with the log. */
  'ready',
  /** "Switch" was said: waits for a second administrator, where there are two. */
  'awaiting_second',
  /** Both have said yes: the worker switches as soon as it is caught up. */
  'switching',
  'switched',
  'discarded',
  /** It met an event that it does not understand, or broke; `error` says why. Discard it. */
  'failed',
])
export type ReplayState = z.infer<typeof replayStateSchema>
const ENDED: readonly ReplayState[] = ['switched', 'discarded', 'failed']
export const isReplayOver = (state: ReplayState): boolean => ENDED.includes(state)

/** A row that differs. All values are texts; `differences` names only the columns that are not equal. */
export const diffSampleSchema = z.object({
  kind: z.enum(['changed', 'missing', 'extra']),
  key: z.record(z.string(), z.string()),
  differences: z.array(z.object({ column: z.string(), live: z.string().nullable(), rebuilt: z.string().nullable() })),
})
export type DiffSample = z.infer<typeof diffSampleSchema>
/** Of one read model, both at the same position. missing: the log has it and the live table does not; extra: the other way round. */
export const tableDiffSchema = z.object({
  table: z.string(),
  equal: count,
  changed: count,
  missing: count,
  extra: count,
  /** The first 20 that differ, in the order of their keys. */
  samples: z.array(diffSampleSchema),
  /** Of a table or column that only one of the two has: a read model that is new or has changed its shape. Null otherwise. */
  note: z.enum(['new_read_model', 'shape_changed']).nullable(),
})
export type TableDiff = z.infer<typeof tableDiffSchema>

export const replaySchema = z.object({
  generation: z.number().int(),
  state: replayStateSchema,
  startedBy: z.number().int().nullable(),
  startedAt: z.string(),
  reason: z.string(),
  /** Events that have been applied, and how many the log holds as far as is known. */
  events: count,
  eventsTotal: count,
  eventsPerSecond: z.number(),
  /** Null while nothing can be said. */
  secondsLeft: z.number().nullable(),
  position: z.string().nullable(),
  /** The last sign of life of the worker that builds it. */
  updatedAt: z.string(),
  diff: z.object({ position: z.string().nullable(), at: z.string(), tables: z.array(tableDiffSchema) }).nullable(),
  switchAskedBy: z.number().int().nullable(),
  switchApprovedBy: z.number().int().nullable(),
  endedAt: z.string().nullable(),
  error: z.string().nullable(),
})
export type Replay = z.infer<typeof replaySchema>

/**
 * GET /api/admin/replay; also the answer to every POST below. `secondAdminNeeded`: two administrators exist, so a switch takes two.
 * POST /api/admin/replay {reason} starts; POST …/compare compares anew; POST …/switch asks (or, by another administrator, says yes);
 * POST …/discard {reason} throws the new generation away.
 */
export const replaysReplySchema = z.object({
  live: z.object({ generation: z.number().int(), position: z.string().nullable() }),
  current: replaySchema.nullable(),
  past: z.array(replaySchema),
  secondAdminNeeded: z.boolean(),
})
export type Replays = z.infer<typeof replaysReplySchema>

/** GET /api/admin/projections: the live set, its lag, and every generation. */
export const projectionsReplySchema = z.object({
  live: z.object({ generation: z.number().int(), position: z.string().nullable() }).nullable(),
  head: z.string().nullable(),
  caughtUp: z.boolean(),
  /** Events between checkpoint and head, counted up to 1,000; null while the event store does not answer: then it is not known. */
  lagEvents: z.number().int().nullable(),
  stoppedBy: z
    .object({ position: z.string(), eventId: z.string(), stream: z.string(), type: z.string(), reason: z.string() })
    .nullable(),
  tables: z.array(z.object({ table: z.string(), rows: count })),
})
export type Projections = z.infer<typeof projectionsReplySchema>

/** GET /api/admin/queues: counts; the board itself is the page /api/admin/queues/board, behind the same session. */
export const queuesReplySchema = z.array(
  z.object({ name: z.string(), waiting: count, active: count, delayed: count, failed: count, completed: count }),
)

/* Replay of one account, self-check */

/**
 * GET /api/admin/accounts/{businessId}/{buyerId}/replay: the stream folded event by event straight from the store, beside what the read
 * model says. `first`: the index of the first step that differs; null where all agree.
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
      /** From the log: how the event moves the balance, and the balance after it. */
      points: z.string(),
      balance: z.string(),
      /** The read model's line for it: null where it has none; an event that moves no points has none by right. */
      line: z.object({ points: z.string(), balance: z.string(), type: z.string() }).nullable(),
      agrees: z.boolean(),
    }),
  ),
  fold: z.object({ balance: z.string(), closed: z.boolean(), events: z.number().int() }),
  row: z.object({ balance: z.string(), closed: z.boolean(), events: z.number().int() }).nullable(),
  /** Lines and redemptions of the read models that stand for no event of the stream, and the other way round. */
  extraLines: z.array(z.string()),
  redemptions: z.array(
    z.object({ redemptionId: z.string(), fold: z.string(), row: z.string().nullable(), agrees: z.boolean() }),
  ),
  first: z.number().int().nullable(),
  agrees: z.boolean(),
  /** The read models stand at this position; events behind it are not compared. */
  asOf: z.string().nullable(),
})
export type AccountReplay = z.infer<typeof accountReplayReplySchema>
