/**
 * Access checks of open-api/operations.ts. They run before the body is read, so that a refusal does not reveal its
 * shape.
 */
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { IDEMPOTENCY_KEY, userIdSchema } from '#contracts/units/ids.ts'
import type { Role } from '#contracts/calls/account/session.ts'
import type { User } from '#accounts/users.ts'
import { refuseAtTill } from '../guards/at-till.ts'
import { administrator, auditor, sessionOwner, signedIn } from '../guards/access.ts'
import { ApiError } from '../http/api-error.ts'
import { isConfirmed } from '../session/confirmation.ts'
import type { Deps } from '../deps.ts'
import type { ACCESS } from '../open-api/operation.ts'
import { OPERATIONS } from '../open-api/operations.ts'
import { refuseVisitor } from './support-visits.ts'

type Access = keyof typeof ACCESS

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Undefined for routes with their own guard. */
    access?: Access
    /** The session must have just proved its password (confirmation.ts). */
    confirmed?: boolean
    /** Method and pattern, as in the API document. */
    call?: string
  }
  interface FastifyRequest {
    /** The refusal of this call, unless it is the retry of one that changed its session (retries.ts). */
    refusal: unknown
  }
}

type Guard = (request: FastifyRequest, deps: Deps) => Promise<unknown>

const open: Guard = () => Promise.resolve()
const roles =
  (ask: (request: FastifyRequest, deps: Deps) => Promise<User>, ...allowed: Role[]): Guard =>
  async (request, deps) => {
    if (!allowed.includes((await ask(request, deps)).role)) throw new ApiError('forbidden')
  }

const NUMBER = /^[1-9]\d{0,9}$/

/** Throws 403. The schema refuses a value that is no number. */
function refuseOthers({ params }: FastifyRequest, name: string, user: User): void {
  const owner = (params as Partial<Record<string, string>>)[name]
  if (owner !== undefined && NUMBER.test(owner) && Number(owner) !== user.id) throw new ApiError('forbidden')
}

const own =
  (...allowed: Role[]): Guard =>
  async (request, deps) => {
    const user = await signedIn(request, deps)
    if (!allowed.includes(user.role)) throw new ApiError('forbidden')
    for (const name of ['id', 'userId']) refuseOthers(request, name, user)
  }

const GUARDS: Record<Access, Guard> = {
  everybody: open,
  knownOrNot: open,
  password: open,
  passkey: open,
  slugOrOwner: async (request, deps) => {
    if (NUMBER.test((request.params as { id: string }).id)) await own('business')(request, deps)
  },
  signedIn,
  buyerOrBusiness: own('buyer', 'business', 'manager'),
  buyerOrBusinessOrVisit: own('buyer', 'business'),
  buyer: own('buyer'),
  business: own('business'),
  businessOrAdmin: async (request, deps) =>
    (await signedIn(request, deps)).role === 'business' ? own('business')(request, deps) : administrator(request, deps),
  buyerOrAuditor: async (request, deps) => {
    const user = await signedIn(request, deps)
    if (user.role === 'buyer') refuseOthers(request, 'buyerId', user)
    else await auditor(request, deps)
  },
  till: async (request, deps) => {
    await signedIn(request, deps)
    if (!request.till) throw new ApiError('forbidden')
  },
  staff: roles(sessionOwner, 'admin', 'auditor'),
  admin: administrator,
  adminOnVisit: roles(sessionOwner, 'admin'),
  auditor,
}

const guardOf = ({ routeOptions }: FastifyRequest): Guard => GUARDS[routeOptions.config.access ?? 'everybody']

async function refuse(request: FastifyRequest, deps: Deps): Promise<void> {
  await refuseVisitor(request, deps)
  await refuseAtTill(request, deps, request.routeOptions.config.call ?? '')
  await guardOf(request)(request, deps)
  if (request.routeOptions.config.confirmed && !isConfirmed(request, deps)) throw new ApiError('confirmation_required')
}

/** The call's first try may have changed its session. */
const mayBeRetry = ({ headers, routeOptions: { config } }: FastifyRequest): boolean =>
  (config.retry === 'endsSession' || config.retry === 'renewsSession') && headers[IDEMPOTENCY_KEY] !== undefined

/** The user under whom a call that ends its session has its row: the one whom its body names, else nobody. */
function ownerIn(given: unknown): number {
  const { success, data } = userIdSchema.safeParse((given as { userId?: unknown } | null | undefined)?.userId)
  return success ? data : 0
}

const nameOf = (method: string, url: string) =>
  `${method === 'HEAD' ? 'GET' : method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`

export const guards = fp(async (app, { deps }: { deps: Deps }) => {
  app.decorateRequest('refusal', null)
  app.decorateRequest('till', null)
  app.decorateRequest('manager', null)

  app.addHook('onRoute', (route) => {
    const [method = ''] = [route.method].flat()
    const call = nameOf(method, route.url)
    const { access, confirmed } = OPERATIONS[call as keyof typeof OPERATIONS] ?? {}
    if (access) route.config = { ...route.config, call, access, ...(confirmed && { confirmed }) }
  })

  app.addHook('onRequest', async (request) => {
    if (!mayBeRetry(request)) return refuse(request, deps)
    // A retry is recognised by its body, which is not read yet. If reading fails, this refusal is
    // answered (errors.ts).
    await guardOf(request)(request, deps).catch((refusal: unknown) => (request.refusal = refusal))
  })

  // If Redis fails, the till locks after its idle time.
  app.addHook('onSend', async ({ till: at, routeOptions, log }, reply) => {
    if (at?.till.locksAfterSeconds !== 0 || !routeOptions.config.anyStatus || reply.statusCode >= 400) return
    await deps.tillLocks.lock(at.till).catch((error: unknown) => log.warn({ err: error }, 'a till was not locked'))
  })

  // Runs after retries.ts.
  app.addHook('preValidation', async (request, reply) => {
    if (!mayBeRetry(request)) return
    const { refusal: before } = request
    request.refusal = null
    try {
      await refuse(request, deps)
    } catch (refusal) {
      const first = await firstResult(request)
      if (!first) throw before ?? refusal
      request.routeOptions.config.onRetry?.(request, reply)
      return reply.send(first.result)
    }
  })

  async function firstResult(request: FastifyRequest): Promise<{ result: unknown } | undefined> {
    if (request.routeOptions.config.retry !== 'endsSession') return undefined
    return deps.once.resultOf(request, { content: ownerIn(request.given) }, request.given)
  }
})
