/**
 * Support visits (H31, decision 23). The guard (guards.ts) refuses writes that their route does not open, so new routes
 * are safe by default.
 */
import type { FastifyRequest, Session } from 'fastify'
import fp from 'fastify-plugin'
import { IDEMPOTENCY_KEY } from '#contracts/units/ids.ts'
import { VISIT_MS, type VisitMode } from '#contracts/calls/staff/impersonation.ts'
import { recordCall, recordVisitEnd } from '#accounts/impersonation.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds, shortDigest, uuid5 } from '#platform/event-store/ids.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { ApiError } from '../http/api-error.ts'
import type { Deps } from '../deps.ts'
import { optionalKey } from '../idempotency/idempotency-key.ts'

/** `expiresAtMs`: epoch. */
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
    /** Null outside visits. */
    visit: SessionVisit | null
  }
  interface FastifyContextConfig {
    /** `act`: open in act mode. `always`: open to every visitor. Default for writes: closed. */
    supportMay?: 'act' | 'always'
    /** The call begins a visit, so its retry is not part of that visit. */
    startsVisit?: true
  }
}

/** Follows from the call that begins the visit, so that its retry knows the visit. */
export const visitIdOf = (commandId: string): string => uuid5(commandId, 'visit')

/** True for the retry of the call that began this visit. */
function isItsStart(request: FastifyRequest, { visitId, adminId }: SessionVisit): boolean {
  if (!request.routeOptions.config.startsVisit) return false
  const key = optionalKey(request)
  return key !== undefined && visitId === visitIdOf(commandIdOf(ledgerIds, adminId, key))
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const keyOf = (adminId: number) => `hatik:visit:${adminId}`

/** H31: one visit at a time. Kept longer than the visit, which begins after this call. */
export async function claimVisit(
  deps: Pick<Deps, 'redis'>,
  { adminId, visitId }: Pick<SessionVisit, 'adminId' | 'visitId'>,
): Promise<void> {
  await deps.redis.set(keyOf(adminId), visitId, 'PX', 2 * VISIT_MS)
}

/** Leaves a later visit running. */
export async function releaseVisit(deps: Pick<Deps, 'redis'>, { adminId, visitId }: SessionVisit): Promise<void> {
  await deps.redis.eval(
    `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end`,
    1,
    keyOf(adminId),
    visitId,
  )
}

/**
 * True within the visit's half hour, if not replaced and the session is still its administrator's (R98). False also if
 * the business was erased (H25): otherwise he could not leave the visit.
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
  async (app, { deps }: { deps: Pick<Deps, 'now' | 'pool' | 'redis' | 'wake' | 'users'> }) => {
    app.decorateRequest('visit', null)

    app.addHook('onRequest', async (request) => {
      const { visit } = request.session
      if (!visit) return
      if (!(await visitHolds(deps, request.session, visit))) {
        delete request.session.visit
        // The next call that may write records the end.
        if (request.method === 'HEAD') return
        await inTransaction(deps.pool, (client) =>
          recordVisitEnd(client, visit, { how: 'expired', correlationId: request.id, at: deps.now() }),
        )
        deps.wake('events')
        return
      }
      if (!isItsStart(request, visit)) request.visit = visit
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
      deps.wake('events')
    })
  },
)

/** Throws 403 where a visitor may not make this write, and leaves the trace of his try. */
export async function refuseVisitor(request: FastifyRequest, deps: Pick<Deps, 'now' | 'pool' | 'wake'>): Promise<void> {
  const { visit, method } = request
  const { supportMay } = request.routeOptions.config
  if (!visit || READS.has(method) || supportMay === 'always') return
  if (supportMay === 'act' && visit.mode === 'act') return
  await inTransaction(deps.pool, (client) =>
    recordCall(client, visit, 'CallRefused', callOf(request), { correlationId: request.id, at: deps.now() }),
  )
  deps.wake('events')
  throw new ApiError(supportMay === 'act' ? 'visit_read_only' : 'visit_forbidden')
}

/**
 * One record per write of a visit, at its end. A write without events of its own records it in its transaction, so that
 * nothing can happen without it.
 */
export async function recordVisitCall(
  client: PoolClient,
  request: FastifyRequest,
  { now }: Pick<Deps, 'now'>,
): Promise<void> {
  if (request.visit)
    await recordCall(client, request.visit, 'CallMade', callOf(request), { correlationId: request.id, at: now() })
}

/** The route's pattern contains no ids or codes of people. */
function callOf(request: FastifyRequest): { name: string; method: string; path: string } {
  return { name: nameOf(request), method: request.method, path: (request.routeOptions.url ?? 'unknown').slice(0, 200) }
}

/** A retry has the same name, except for files. */
function nameOf(request: FastifyRequest): string {
  const key = request.headers[IDEMPOTENCY_KEY]
  if (key === undefined || request.isMultipart()) return request.id
  return shortDigest(JSON.stringify([key, request.method, request.url, request.body]))
}
