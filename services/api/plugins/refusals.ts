/** Refused access (403) in the security log, at most once a minute per user and code. */
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import type { ErrorCode } from '#contracts/calls/errors.ts'
import { ApiError } from '../http/api-error.ts'
import type { Deps } from '../deps.ts'
import { noteSecurity } from '../session/note-security.ts'

const ONCE_IN_MS = 60_000
/** Sign-in routes record their own results. */
const SIGN_INS: ReadonlySet<string | undefined> = new Set([
  '/api/auth/login',
  '/api/auth/passkey-login',
  '/api/admin/login',
])

/** Normal steps. */
const PROMPTS: ReadonlySet<ErrorCode> = new Set([
  'confirmation_required',
  'till_locked',
  'second_factor_required',
  'second_factor_setup_required',
])

export const refusals = fp(async (app, { deps }: { deps: Pick<Deps, 'pool' | 'now'> }) => {
  const noted = new LRUCache<string, true>({ max: 10_000, ttl: ONCE_IN_MS })
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof ApiError) || error.status !== 403 || SIGN_INS.has(request.routeOptions.url)) return
    // HEAD writes nothing.
    if (request.method === 'HEAD' || PROMPTS.has(error.code)) return
    // Undefined for calls refused before their session is loaded.
    const userId = request.session?.userId ?? null
    const key = `${userId}:${error.code}`
    if (noted.has(key)) return
    noted.set(key, true)
    await noteSecurity(request, deps, { what: 'refused', userId, result: error.code })
  })
})
