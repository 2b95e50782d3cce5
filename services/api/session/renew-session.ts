import type { FastifyRequest, Session } from 'fastify'
import type { RedisSessions } from './session-store.ts'

/**
 * H17: moves the session to a new id with only `content`, so that a planted or stolen id is worthless. Writes the new
 * record first: if Redis fails, the old session stays.
 */
export async function renewSession(request: FastifyRequest, content: Partial<Session>): Promise<void> {
  const { session: old } = request
  const store = request.sessionStore as RedisSessions
  // Makes the plugin create a session; its own `regenerate` destroys the old one first.
  await called((done) => request.server.decryptSession('', request, done))
  const fresh = request.session
  // By name: symbols hold the plugin's id and must stay.
  Object.assign(fresh, Object.fromEntries(Object.entries(content)), { cookie: fresh.cookie })
  try {
    await store.begin(fresh.sessionId, fresh)
    await called((done) => store.destroy(old.sessionId, done))
  } catch (error) {
    request.session = old
    throw error
  }
}

function called(call: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())))
}
