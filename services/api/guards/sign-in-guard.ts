/**
 * Guessing passwords is slowed down for each account, without giving anybody the means to lock its owner out: a browser that has
 * signed in to an account once carries a cookie that says so, and has attempts of its own. A flood of wrong guesses from
 * elsewhere uses up the attempts of all strangers together, and never those of the owner's browser, nor of one where she opens a mailed link.
 */
import { createHash, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contracts/calls/errors.ts'
import type { Env } from '#platform/env/env.ts'
import type { Redis } from '#platform/redis/redis.ts'
import { ApiError } from '../http/api-error.ts'

const ATTEMPTS = 10
const WINDOW_SECONDS = 15 * 60
const MAIL_REQUESTS = 5
const MAIL_WINDOW_SECONDS = 60 * 60
const COOKIE = 'hatik_device'
const COOKIE_SECONDS = 365 * 24 * 60 * 60

/**
 * The same for all spellings under which the database may find one address. Its lower() follows its own locale, and toLowerCase() does not: some
 * make a plain i of İ or of ı. So more is held for the same here than there is: two people whose addresses differ by an accent share the attempts
 * of strangers, and nobody gets attempts of his own by another spelling.
 */
const folded = (address: string) => address.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
const digest = (text: string) => createHash('sha256').update(folded(text)).digest('base64url')

export type SignInGuard = {
  /** Counts an attempt before it is looked at. Throws 429 where there were too many: at a sign-in 'Rate limit exceeded', elsewhere with the other text (C14). */
  attempt(
    request: FastifyRequest,
    email: string,
    userId: number | undefined,
    tooMany?: 'sign_in_rate_limited' | 'too_many_attempts',
  ): Promise<void>
  /** Takes an attempt back that was refused before anybody looked at its password. */
  notLookedAt(request: FastifyRequest, email: string, userId: number | undefined): Promise<void>
  /** Whether this browser has proved before that it is the account's: by a sign-in, a mailed link or a session. */
  knows(request: FastifyRequest, userId: number): boolean
  /** A mailed link makes a browser known without a password: `link` has ten attempts of its own, however often it is opened. */
  knowByLink(reply: FastifyReply, userId: number, link: string): void
  /** The attempt was right: the count begins anew, and this browser is known from now on. */
  succeeded(request: FastifyRequest, reply: FastifyReply, email: string, userId: number): Promise<void>
  /** This browser's person is erased (H25): her number stays in no cookie. */
  forget(request: FastifyRequest, reply: FastifyReply, userId: number): void
  /** Mails that can be asked for: `of` says by whom or to which address, whether that is known or not. Throws 429. */
  mailRequest(of: string): Promise<void>
  /**
   * A sign-up or registration with this address. Throws 429 where this caller has sent too many. False where the address was sent so many links,
   * by anybody's doing, that it gets no more for now: that keeps nobody from signing up.
   */
  signUp(request: FastifyRequest, email: string): Promise<boolean>
}

export function createSignInGuard(redis: Redis, env: Env): SignInGuard {
  const enabled = env.RATE_LIMITS === 'on'
  const secure = env.PUBLIC_URL?.startsWith('https://') ?? false
  const options = { httpOnly: true, secure, sameSite: 'lax', path: '/api' } as const
  const sign = (userId: number, nonce: string) =>
    createHmac('sha256', env.SESSION_SECRET).update(`hatik:device:${userId}.${nonce}`).digest('base64url')

  function knownDevice(request: FastifyRequest, userId: number | undefined): string | undefined {
    const [owner = '', nonce = '', signature = ''] = (request.cookies[COOKIE] ?? '').split('.')
    if (userId === undefined || owner !== String(userId)) return undefined
    const wanted = Buffer.from(sign(userId, nonce))
    const given = Buffer.from(signature)
    return wanted.length === given.length && timingSafeEqual(wanted, given) ? nonce : undefined
  }

  const setDevice = (reply: FastifyReply, userId: number, nonce: string) =>
    reply.setCookie(COOKIE, `${userId}.${nonce}.${sign(userId, nonce)}`, { ...options, maxAge: COOKIE_SECONDS })

  const hasSession = ({ session }: FastifyRequest, userId: number | undefined) =>
    userId !== undefined && session.userId === userId

  /** People with a session and no such cookie share their attempts: strangers have no session, so they use up none of them. */
  const attemptsOf = (request: FastifyRequest, email: string, userId: number | undefined) =>
    `hatik:sign-in:${digest(email)}:${knownDevice(request, userId) ?? (hasSession(request, userId) ? 'signed-in' : 'strangers')}`

  /** Throws 429 where `key` has been counted more than `most` times within `seconds`. */
  async function countWithin(key: string, most: number, seconds: number, tooMany: ErrorCode): Promise<void> {
    const { count, secondsLeft } = await counted(key, seconds)
    if (count > most) throw new ApiError(tooMany, { retryAfterSeconds: Math.max(1, secondsLeft) })
  }

  async function counted(key: string, seconds: number): Promise<{ count: number; secondsLeft: number }> {
    if (!enabled) return { count: 0, secondsLeft: 0 }
    const results = await redis.multi().incr(key).expire(key, seconds, 'NX').ttl(key).exec()
    return { count: Number(results?.[0]?.[1]), secondsLeft: Number(results?.[2]?.[1]) }
  }

  const mailKey = (of: string) => `hatik:mail-request:${digest(of)}`

  return {
    async attempt(request, email, userId, tooMany = 'sign_in_rate_limited') {
      await countWithin(attemptsOf(request, email, userId), ATTEMPTS, WINDOW_SECONDS, tooMany)
    },
    async notLookedAt(request, email, userId) {
      const key = attemptsOf(request, email, userId)
      // A counter that has run out meanwhile is not begun below zero.
      if (enabled && (await redis.exists(key)) === 1) await redis.decr(key)
    },
    knows: (request, userId) => knownDevice(request, userId) !== undefined || hasSession(request, userId),
    knowByLink(reply, userId, link) {
      setDevice(reply, userId, hash('sha256', `hatik:device:${link}`, 'base64url').slice(0, 16))
    },
    async succeeded(request, reply, email, userId) {
      if (enabled) await redis.del(attemptsOf(request, email, userId))
      setDevice(reply, userId, knownDevice(request, userId) ?? randomBytes(12).toString('base64url'))
    },
    forget(request, reply, userId) {
      if (knownDevice(request, userId) !== undefined) reply.clearCookie(COOKIE, options)
    },
    async mailRequest(of) {
      await countWithin(mailKey(of), MAIL_REQUESTS, MAIL_WINDOW_SECONDS, 'too_many_attempts')
    },
    async signUp(request, email) {
      const own = mailKey(`sign_up_by:${request.ip}:${email}`)
      await countWithin(own, MAIL_REQUESTS, MAIL_WINDOW_SECONDS, 'too_many_attempts')
      return (await counted(mailKey(`sign_up:${email}`), MAIL_WINDOW_SECONDS)).count <= MAIL_REQUESTS
    },
  }
}
