/**
 * Support visits on every call (H31, decision 23): one hook determines whether this session is on a visit. The guard (guards.ts) refuses every write
 * that its route does not open to visitors. A route that says nothing is closed, so new routes are safe by default.
 */
import type { FastifyRequest, Session } from 'fastify'
import fp from 'fastify-plugin'
import { IDEMPOTENCY_KEY } from '#contracts/units/ids.ts'
import { VISIT_MS, type VisitMode } from '#contracts/calls/impersonation.ts'
import { recordCall, recordVisitEnd } from '#accounts/impersonation.ts'
import { shortDigest } from '#platform/event-store/ids.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { ApiError } from '../http/api-error.ts'
import type { Deps } from '../deps.ts'

/** What a session remembers of its visit. `expiresAtMs`: epoch. */
export type SessionVisit = {
  visitId: string
  adminId: number
  businessId: number
  mode: VisitMode
  reason: string
  startedAtMs: number
  expiresAtMs: number
}

declare module 'fastify' {
  interface Session {
    visit?: SessionVisit
  }
  interface FastifyRequest {
    /** The visit that this call is part of; null if the session's own user is calling. */
    visit: SessionVisit | null
  }
  interface FastifyContextConfig {
    /** `act`: open to a visitor in act mode. `always`: open to every visitor (the visit's own calls). Default for writes: closed. */
    supportMay?: 'act' | 'always'
  }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const keyOf = (adminId: number) => `hatik:visit:${adminId}`

/** H31: one visit at a time. Any visit that this administrator began elsewhere ends now. Kept longer than the visit, which begins after this call. */
export async function claimVisit(
  deps: Pick<Deps, 'redis'>,
  { adminId, visitId }: Pick<SessionVisit, 'adminId' | 'visitId'>,
): Promise<void> {
  await deps.redis.set(keyOf(adminId), visitId, 'PX', 2 * VISIT_MS)
}

/** Does nothing if a later visit has taken its place: that one continues. */
export async function releaseVisit(deps: Pick<Deps, 'redis'>, { adminId, visitId }: SessionVisit): Promise<void> {
  await deps.redis.eval(
    `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end`,
    1,
    keyOf(adminId),
    visitId,
  )
}

/**
 * True if the visit is within its half hour and not replaced by a later one, and the session is still its administrator's (R98).
 * False also if the business was erased meanwhile (H25): without a visited business he could not even leave the visit.
 */
export async function visitHolds(
  deps: Pick<Deps, 'now' | 'redis' | 'users'>,
  { userId, epoch = 0 }: Session,
  visit: SessionVisit,
): Promise<boolean> {
  if (visit.expiresAtMs <= deps.now().getTime()) return false
  const [current, admin, visited] = await Promise.all([
    deps.redis.get(keyOf(visit.adminId)),
    deps.users.byId(visit.adminId),
    deps.users.byId(visit.businessId),
  ])
  return (
    current === visit.visitId &&
    visited !== undefined &&
    admin?.role === 'admin' &&
    userId === admin.id &&
    epoch >= admin.sessionEpoch
  )
}

export const supportVisits = fp(
  async (app, { deps }: { deps: Pick<Deps, 'now' | 'pool' | 'redis' | 'ring' | 'users'> }) => {
    app.decorateRequest('visit', null)

    app.addHook('onRequest', async (request) => {
      const { visit } = request.session
      if (!visit) return
      if (!(await visitHolds(deps, request.session, visit))) {
        delete request.session.visit
        // The next call that may write records it.
        if (request.method === 'HEAD') return
        await inTransaction(deps.pool, (client) =>
          recordVisitEnd(client, visit, { how: 'expired', correlationId: request.id, at: deps.now() }),
        )
        deps.ring('events')
        return
      }
      request.visit = visit
    })

    app.addHook('onSend', async (request, reply) => {
      if (
        !request.visit ||
        request.routeOptions.config.supportMay !== 'act' ||
        READS.has(request.method) ||
        reply.statusCode >= 400
      )
        return
      await inTransaction(deps.pool, (client) => recordVisitCall(client, request, deps))
      deps.ring('events')
    })
  },
)

/** Throws 403 where a visitor may not make this write, and leaves the trace of his try. */
export async function refuseVisitor(request: FastifyRequest, deps: Pick<Deps, 'now' | 'pool' | 'ring'>): Promise<void> {
  const { visit, method } = request
  const { supportMay } = request.routeOptions.config
  if (!visit || READS.has(method) || supportMay === 'always') return
  if (supportMay === 'act' && visit.mode === 'act') return
  await inTransaction(deps.pool, (client) =>
    recordCall(client, visit, 'CallRefused', callOf(request), { correlationId: request.id, at: deps.now() }),
  )
  deps.ring('events')
  throw new ApiError(supportMay === 'act' ? 'visit_read_only' : 'visit_forbidden')
}

/**
 * Records a visitor's write. Every write of a visit that was carried out gets exactly one, at its end; a write whose rows leave no event
 * of their own records it in its own transaction, so that nothing can happen without it. Does nothing if this call is not part of a visit.
 */
export async function recordVisitCall(
  client: PoolClient,
  request: FastifyRequest,
  { now }: Pick<Deps, 'now'>,
): Promise<void> {
  if (request.visit)
    await recordCall(client, request.visit, 'CallMade', callOf(request), { correlationId: request.id, at: now() })
}

/** Names the route's pattern, which contains no ids or codes of people. */
function callOf(request: FastifyRequest): { name: string; method: string; path: string } {
  return { name: nameOf(request), method: request.method, path: (request.routeOptions.url ?? 'unknown').slice(0, 200) }
}

/** A call that is repeated because its answer was lost has the same key and content. Files cannot be compared here. */
function nameOf(request: FastifyRequest): string {
  const key = request.headers[IDEMPOTENCY_KEY]
  if (key === undefined || request.isMultipart()) return request.id
  return shortDigest(JSON.stringify([key, request.method, request.url, request.body]))
}
