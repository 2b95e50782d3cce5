/**
 * Limits password guesses per account without locking the owner out. A browser that has signed in or opened a mailed
 * link carries a device cookie with attempts of its own; callers without a session share the strangers' attempts.
 */
import { createHash, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
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
 * One key for all spellings that the database may match: lower() of some locales turns İ or ı into a plain i. Addresses
 * that differ only by an accent share attempts.
 */
const folded = (address: string) => address.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
const digest = (text: string) => createHash('sha256').update(folded(text)).digest('base64url')
/** Passkeys have a name that is no digest, so no typed text shares their attempts. */
const nameOf = (tried: Tried) => (typeof tried === 'string' ? digest(tried) : `passkeys of ${tried.passkeysOf}`)

/** Whose attempts are counted: a typed address, or the passkeys of an account. */
export type Tried = string | { passkeysOf: number }

export type SignInGuard = {
  /** Counted before the password or passkey is checked. Throws 429, with its own text at a sign-in (C14). */
  attempt(
    request: FastifyRequest,
    tried: Tried,
    userId: number | undefined,
    tooMany?: 'sign_in_rate_limited' | 'too_many_attempts',
  ): Promise<void>
  /** Takes back an attempt whose password was not checked. */
  notLookedAt(request: FastifyRequest, email: string, userId: number | undefined): Promise<void>
  /**
   * Counts a code of a second factor, before it is checked, per account: every sign-in with the password makes a known
   * browser. Throws 429.
   */
  codeAttempt(userId: number): Promise<void>
  codeSucceeded(userId: number): Promise<void>
  /** True after a sign-in or a mailed link, and with a session. */
  knows(request: FastifyRequest, userId: number): boolean
  /** Ten attempts per link, however often it is opened. */
  knowByLink(reply: FastifyReply, userId: number, link: string): void
  succeeded(request: FastifyRequest, reply: FastifyReply, tried: Tried, userId: number): Promise<void>
  /** For erased people (H25): the cookie contains the user id. */
  forget(request: FastifyRequest, reply: FastifyReply, userId: number): void
  /** `of`: requester or address, known or not. Throws 429. */
  mailRequest(of: string): Promise<void>
  /**
   * Throws 429 if this caller signed up too often. False if the address was sent too many links, by anybody: signing up
   * works, but without another mail.
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

  /** Strangers have no session, so they cannot use up the attempts of signed-in people. */
  const attemptsOf = (request: FastifyRequest, tried: Tried, userId: number | undefined) =>
    `${nameOf(tried)}:${knownDevice(request, userId) ?? (hasSession(request, userId) ? 'signed-in' : 'strangers')}`

  const limit = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterRedis({ storeClient: redis, keyPrefix, points, duration })
  const attempts = limit('hatik:sign-in', ATTEMPTS, WINDOW_SECONDS)
  const codes = limit('hatik:second-factor', ATTEMPTS, WINDOW_SECONDS)
  const mails = limit('hatik:mail-request', MAIL_REQUESTS, MAIL_WINDOW_SECONDS)

  /** Counts one more. Returns the seconds until the window ends if that is too many, otherwise 0. */
  async function secondsToWait(limiter: RateLimiterRedis, key: string): Promise<number> {
    if (!enabled) return 0
    try {
      await limiter.consume(key)
      return 0
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      return Math.max(1, Math.round(refusal.msBeforeNext / 1_000))
    }
  }

  async function countWithin(limiter: RateLimiterRedis, key: string, tooMany: ErrorCode): Promise<void> {
    const retryAfterSeconds = await secondsToWait(limiter, key)
    if (retryAfterSeconds > 0) throw new ApiError(tooMany, { retryAfterSeconds })
  }

  return {
    async attempt(request, tried, userId, tooMany = 'sign_in_rate_limited') {
      await countWithin(attempts, attemptsOf(request, tried, userId), tooMany)
    },
    async notLookedAt(request, email, userId) {
      const key = attemptsOf(request, email, userId)
      // An expired counter must not restart below zero.
      if (enabled && (await attempts.get(key)) !== null) await attempts.reward(key)
    },
    async codeAttempt(userId) {
      await countWithin(codes, String(userId), 'too_many_attempts')
    },
    async codeSucceeded(userId) {
      if (enabled) await codes.delete(String(userId))
    },
    knows: (request, userId) => knownDevice(request, userId) !== undefined || hasSession(request, userId),
    knowByLink(reply, userId, link) {
      setDevice(reply, userId, hash('sha256', `hatik:device:${link}`, 'base64url').slice(0, 16))
    },
    async succeeded(request, reply, tried, userId) {
      if (enabled) await attempts.delete(attemptsOf(request, tried, userId))
      setDevice(reply, userId, knownDevice(request, userId) ?? randomBytes(12).toString('base64url'))
    },
    forget(request, reply, userId) {
      if (knownDevice(request, userId) !== undefined) reply.clearCookie(COOKIE, options)
    },
    async mailRequest(of) {
      await countWithin(mails, digest(of), 'too_many_attempts')
    },
    async signUp(request, email) {
      await countWithin(mails, digest(`sign_up_by:${request.ip}:${email}`), 'too_many_attempts')
      return (await secondsToWait(mails, digest(`sign_up:${email}`))) === 0
    },
  }
}
