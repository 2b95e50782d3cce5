import { errorSchema } from '#contracts/calls/errors.ts'
import {
  exitReplySchema,
  impersonationStatusSchema,
  startVisitSchema,
  VISIT_MS,
  visitModeInputSchema,
  type ImpersonationStatus,
} from '#contracts/calls/staff/impersonation.ts'
import { recordMode, recordVisitEnd, recordVisitStart } from '#accounts/impersonation.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { administrator, sessionOwner } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { claimVisit, releaseVisit, visitIdOf, type SessionVisit } from '../../plugins/support-visits.ts'
import { rotateSession } from '../../session/rotate-session.ts'

/**
 * H31: thirty minutes at one business, read-only at first; ends the administrator's earlier visit. Mails the owner and
 * changes the session id (H17).
 */
export function startVisit(app: App, deps: Deps): void {
  app.post(
    '/api/admin/impersonation/start',
    {
      config: { startsVisit: true, retry: 'renewsSession' },
      schema: {
        tags: ['admin'],
        body: startVisitSchema,
        response: { 200: impersonationStatusSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const admin = await administrator(request, deps)
      const { userId, reason } = request.body
      const [user, business] = await Promise.all([deps.users.byId(userId), deps.businesses.byUserId(userId)])
      if (!user) throw new ApiError('business_not_found')
      if (user.role !== 'business' || !business || business.status === 'closed')
        throw new ApiError('cannot_impersonate')
      const visit = await deps.once(
        request,
        { user: admin.id, keyless: true },
        request.body,
        async (client, commandId): Promise<SessionVisit> => {
          const visitId = visitIdOf(commandId)
          // Claimed before recording: an earlier visit that still ran could otherwise act unlisted. An unrecorded claim
          // opens nothing, because no session holds its visit.
          await claimVisit(deps, { adminId: admin.id, visitId })
          // Taken after the earlier visit ends, so that its last acts stay its own (read-visits.ts).
          const at = deps.now()
          const startedAtMs = at.getTime()
          const expiresAtMs = startedAtMs + VISIT_MS
          const begun = { visitId, adminId: admin.id, businessId: userId, reason, startedAtMs, expiresAtMs }
          await recordVisitStart(client, begun, {
            reason,
            expiresAt: new Date(expiresAtMs),
            correlationId: request.id,
            at,
          })
          return { ...begun, mode: 'view' }
        },
      )
      deps.wake('events', 'mail')
      await rotateSession(request)
      request.session.visit = visit
      return statusOf(visit, deps, visit.startedAtMs)
    },
  )
}

/** Switches between looking and acting. */
export function changeVisitMode(app: App, deps: Deps): void {
  app.post(
    '/api/admin/impersonation/mode',
    {
      config: { supportMay: 'always' },
      schema: {
        tags: ['admin'],
        body: visitModeInputSchema,
        response: { 200: impersonationStatusSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      await sessionOwner(request, deps)
      const { visit } = request
      if (!visit) throw new ApiError('forbidden')
      const { mode } = request.body
      if (mode === visit.mode) return statusOf(visit, deps)
      const changed = { ...visit, mode }
      const save = async () => {
        request.session.visit = changed
        await request.session.save()
      }
      // Order: after a failure in between, the session may do less than the log says, never more.
      await inTransaction(deps.pool, async (client) => {
        await recordMode(client, visit, mode, { correlationId: request.id, at: deps.now() })
        if (mode === 'view') await save()
      })
      if (mode === 'act') await save()
      deps.wake('events')
      return statusOf(changed, deps)
    },
  )
}

/** H32, R205: 200 for everybody, including visitors. */
export function visitStatus(app: App, deps: Deps): void {
  app.get(
    '/api/admin/impersonation/status',
    {
      config: { repeatedByPage: true },
      schema: { tags: ['admin'], response: { 200: impersonationStatusSchema } },
    },
    async (request) => (request.visit ? statusOf(request.visit, deps) : { isImpersonating: false as const }),
  )
}

/** R201, R219: no body; also for an expired visit, and without the second factor, because it only takes rights away. */
export function exitVisit(app: App, deps: Deps): void {
  app.post(
    '/api/admin/impersonation/exit',
    {
      config: { supportMay: 'always', beforeSecondFactor: true, retry: 'renewsSession' },
      schema: { tags: ['admin'], response: { 200: exitReplySchema, '4xx': errorSchema } },
    },
    async (request) => {
      const owner = await sessionOwner(request, deps)
      if (owner.role !== 'admin') throw new ApiError('forbidden')
      const { visit } = request
      if (visit) {
        // If Redis fails, the visit goes on and no end is recorded. If only recording fails, its next call records the
        // end.
        await inTransaction(deps.pool, async (client) => {
          await recordVisitEnd(client, visit, { how: 'exited', correlationId: request.id, at: deps.now() })
          await releaseVisit(deps, visit)
        })
        deps.wake('events')
        await rotateSession(request)
        request.visit = null
      }
      return { message: 'You have returned to your admin account' }
    },
  )
}

async function statusOf(visit: SessionVisit, deps: Deps, nowMs = deps.now().getTime()): Promise<ImpersonationStatus> {
  const [user, business] = await Promise.all([
    deps.users.byId(visit.businessId),
    deps.businesses.byUserId(visit.businessId),
  ])
  return {
    isImpersonating: true,
    businessProfile: { businessName: business?.businessName ?? '' },
    businessUser: { id: visit.businessId, email: user?.email ?? '' },
    visitId: visit.visitId,
    mode: visit.mode,
    reason: visit.reason,
    startedAt: new Date(visit.startedAtMs).toISOString(),
    expiresAt: new Date(visit.expiresAtMs).toISOString(),
    leftMs: Math.max(0, visit.expiresAtMs - nowMs),
  }
}
