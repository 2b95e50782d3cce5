/**
 * Challenges of passkeys: in Redis for five minutes, for one use. A challenge belongs to its holder: the session that
 * adds a passkey, or the browser that signs in, by a cookie of its own.
 */
import { hash, randomBytes } from 'node:crypto'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '#platform/env/env.ts'
import type { Redis } from '#platform/redis/redis.ts'

/** Also the time that a browser gives its person. */
export const CHALLENGE_MS = 5 * 60 * 1000

/**
 * KEYS: a challenge. ARGV: the key of the call. The call that uses it first may be repeated with its own key, because
 * its answer may have been lost; nothing else may use it again.
 */
const TAKE = `
  local by = redis.call('GET', KEYS[1])
  if by == false then return 'unknown' end
  if by == '' then
    redis.call('SET', KEYS[1], ARGV[1], 'KEEPTTL')
    return 'first'
  end
  return by == ARGV[1] and 'again' or 'unknown'`

const keyOf = (holder: string, challenge: string) =>
  `hatik:passkey-challenge:${hash('sha256', `${holder} ${challenge}`, 'base64url')}`

export async function keepChallenge(redis: Redis, holder: string, challenge: string): Promise<void> {
  await redis.set(keyOf(holder, challenge), '', 'PX', CHALLENGE_MS)
}

/**
 * The challenge that a device has signed. Undefined if it is used, expired or another holder's. `callKey`: the call's
 * idempotency key; a call without one cannot be repeated.
 */
export async function takeChallenge(
  redis: Redis,
  holder: string,
  clientDataJSON: string,
  callKey: string | undefined,
): Promise<{ challenge: string; isRetry: boolean } | undefined> {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === undefined) return undefined
  const by = callKey ?? randomBytes(16).toString('base64url')
  const taken = await redis.eval(TAKE, 1, keyOf(holder, challenge), by)
  return taken === 'unknown' ? undefined : { challenge, isRetry: taken === 'again' }
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

type CookieEnv = Pick<Env, 'PUBLIC_URL'>
const isSecure = ({ PUBLIC_URL }: CookieEnv): boolean => PUBLIC_URL?.startsWith('https://') ?? false
const nameOf = (env: CookieEnv) => (isSecure(env) ? '__Host-hatik-passkey' : 'hatik-passkey')

/** The browser that signs in. Undefined without its cookie. */
export function browserOf(request: FastifyRequest, env: CookieEnv): string | undefined {
  const value = request.cookies[nameOf(env)]
  return value !== undefined && /^[A-Za-z0-9_-]{22}$/.test(value) ? `browser ${value}` : undefined
}

/** The same browser goes on under its name, so that a second tab does not end the first one's sign-in. */
export function nameBrowser(request: FastifyRequest, reply: FastifyReply, env: CookieEnv): string {
  const known = browserOf(request, env)?.slice('browser '.length)
  const value = known ?? randomBytes(16).toString('base64url')
  reply.setCookie(nameOf(env), value, {
    httpOnly: true,
    secure: isSecure(env),
    sameSite: 'strict',
    path: '/',
    maxAge: CHALLENGE_MS / 1_000,
  })
  return `browser ${value}`
}
