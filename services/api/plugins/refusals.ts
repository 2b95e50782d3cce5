/** Records refused access (403) in the security log by user id and code, at most once a minute for each pair. */
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../http/api-error.ts'
import type { Deps } from '../deps.ts'
import { noteSecurity } from '../session/note-security.ts'

const ONCE_IN_MS = 60_000
/** Sign-in routes record their own results. */
const SIGN_INS: ReadonlySet<string | undefined> = new Set(['/api/auth/login', '/api/admin/login'])

export const refusals = fp(async (app, { deps }: { deps: Pick<Deps, 'pool' | 'now'> }) => {
  const noted = new LRUCache<string, true>({ max: 10_000, ttl: ONCE_IN_MS })
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof ApiError) || error.status !== 403 || SIGN_INS.has(request.routeOptions.url)) return
    // A HEAD writes nothing, and a request for the password is a normal step.
    if (request.method === 'HEAD' || error.code === 'confirmation_required') return
    // No session exists if the call was refused before its session was loaded.
    const userId = request.session?.userId ?? null
    const key = `${userId}:${error.code}`
    if (noted.has(key)) return
    noted.set(key, true)
    await noteSecurity(request, deps, { what: 'refused', userId, result: error.code })
  })
})
