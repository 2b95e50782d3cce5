import type { FastifyRequest, Session } from 'fastify'
import type { RedisSessions } from './session-store.ts'

/**
 * H17: this session under another id, with what is given and nothing else, so that an id which somebody planted or overheard is worth nothing.
 * The new record is written before the old one is ended: where Redis takes nothing, the person keeps the session that she has.
 */
export async function renewSession(request: FastifyRequest, content: Partial<Session>): Promise<void> {
  const { session: old } = request
  const store = request.sessionStore as RedisSessions
  // The plugin begins a session where a cookie names none. Its own `regenerate` ends the old one first.
  await called((done) => request.server.decryptSession('', request, done))
  const fresh = request.session
  // By their names: the plugin keeps the id under symbols, which stay with the old one, like its cookie.
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
