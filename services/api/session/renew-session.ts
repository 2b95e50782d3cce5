import type { FastifyRequest, Session } from 'fastify'
import { SESSION_AT_MOST_MS, type RedisSessions } from './session-store.ts'

/**
 * H17: moves the session to a new id with only `content`, so that a planted or stolen id is worthless. Writes the new
 * record first: if Redis fails, the old session stays. `call`: its earlier try may have opened a session, which ends.
 */
export async function renewSession(request: FastifyRequest, content: Partial<Session>, call?: string): Promise<void> {
  // Missing if the guard has just ended it.
  const old = request.session as FastifyRequest['session'] | null
  const store = request.sessionStore as RedisSessions
  // Makes the plugin create a session; its own `regenerate` destroys the old one first.
  await called((done) => request.server.decryptSession('', request, done))
  const fresh = request.session
  // By name: symbols hold the plugin's id and must stay.
  Object.assign(fresh, Object.fromEntries(Object.entries(content)), { cookie: fresh.cookie })
  // A till's browser keeps the cookie as long as the session lasts, also unused.
  if (content.till) fresh.cookie.maxAge = SESSION_AT_MOST_MS
  try {
    await store.begin(fresh.sessionId, fresh)
    if (call !== undefined && content.userId !== undefined)
      await store.replaceOpened(call, fresh.sessionId, content.userId)
    if (old) await called((done) => store.destroy(old.sessionId, done))
  } catch (error) {
    if (old) request.session = old
    throw error
  }
}

function called(call: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())))
}
