import { setTimeout as sleep } from 'node:timers/promises'
import { wordsOf } from '../local/command-line.ts'

export type Reply = {
  status: number
  body: { message?: string; points?: number; [field: string]: unknown }
  replayed: boolean
}

const TRIES = 60
const PAUSE_MS = 500
const TIMEOUT_MS = 20_000

/** Throws if sign-in fails or is not a business's, before anything is written. */
export async function signIn(
  address: string,
  email: string,
  password: string,
): Promise<{ userId: number; post: Post }> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new Error(`${address} does not respond: ${wordsOf(error)}`)
  })
  // A proxy without its API returns its own page.
  const user = (await answer.json().catch(() => ({}))) as { id?: number; role?: string; message?: string }
  if (!answer.ok || user.id === undefined)
    throw new Error(
      `Sign-in as ${email}: ${user.message ?? `${address} responded with ${answer.status}, but not like Hatik`}`,
    )
  if (user.role !== 'business')
    throw new Error(`${email} does not belong to a business, and only businesses award points`)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  if (cookie === '') throw new Error(`${address} opened no session: if PUBLIC_URL is https, pass it as --address`)
  return { userId: user.id, post: poster(address, cookie) }
}

export type Post = (path: string, key: string, body: unknown) => Promise<Reply>

/**
 * Repeats with the same key after lost connections, 5xx and 429 until the response is definite, so that every award
 * happens exactly once. Throws after TRIES attempts.
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
        const reply = {
          status: answer.status,
          body: (await answer.json()) as Reply['body'],
          replayed: answer.headers.get('idempotency-replayed') === 'true',
        }
        if (answer.status < 500 && answer.status !== 429) return reply
        last = `${answer.status} ${reply.body.message ?? ''}`
      } catch (error) {
        last = wordsOf(error)
      }
    }
    throw new Error(`${path}: no definite response after ${TRIES} attempts, last ${last}`)
  }
}
