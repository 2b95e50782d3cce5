/** The public API as a business's own till sees it: sign in once, then award. Answers that may come later are asked for again. */
import { setTimeout as sleep } from 'node:timers/promises'

export type Reply = { status: number; body: { message?: string; points?: number; [field: string]: unknown }; replayed: boolean }

const TRIES = 60
const PAUSE_MS = 500
const TIMEOUT_MS = 20_000

/** Throws where the sign-in is refused. */
export async function signIn(address: string, email: string, password: string): Promise<{ userId: number; post: Post }> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const user = (await answer.json()) as { id: number; message?: string }
  if (!answer.ok) throw new Error(`Sign-in as ${email}: ${user.message}`)
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ')
  return { userId: user.id, post: poster(address, cookie) }
}

export type Post = (path: string, key: string, body: unknown) => Promise<Reply>

/**
 * Sends until the answer is definite: a lost connection, a 5xx and a 429 are repeated with the same key, so that nothing
 * is awarded twice and nothing is left out. Throws when the API stays away.
 */
function poster(address: string, cookie: string): Post {
  return async (path, key, body) => {
    let last = ''
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      if (attempt > 0) await sleep(PAUSE_MS)
      try {
        const answer = await fetch(`${address}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': key, cookie },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        const reply = { status: answer.status, body: (await answer.json()) as Reply['body'], replayed: answer.headers.get('idempotency-replayed') === 'true' }
        if (answer.status < 500 && answer.status !== 429) return reply
        last = `${answer.status} ${reply.body.message ?? ''}`
      } catch (error) {
        last = error instanceof Error ? error.message : String(error)
      }
    }
    throw new Error(`${path}: no definite answer after ${TRIES} tries, last ${last}`)
  }
}
