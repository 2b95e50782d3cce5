/**
 * Marks the browser that signed up, where the verification link needs no password. Bound to account and password, so a
 * later sign-up with the address voids it. Useless without the link.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WithPassword } from '#accounts/users.ts'
import type { Env } from '#platform/env/env.ts'

type SigningEnv = Pick<Env, 'SESSION_SECRET' | 'PUBLIC_URL'>
type Account = Pick<WithPassword, 'id' | 'passwordHash'>

/** The longest life of an unverified account without points (decision 35); later the link asks for the password. */
const COOKIE_SECONDS = 30 * 24 * 60 * 60

const isSecure = ({ PUBLIC_URL }: SigningEnv): boolean => PUBLIC_URL?.startsWith('https://') ?? false
const nameOf = (env: SigningEnv) => (isSecure(env) ? '__Host-hatik-sign-up' : 'hatik-sign-up')
const optionsOf = (env: SigningEnv) => ({ httpOnly: true, secure: isSecure(env), sameSite: 'lax', path: '/' }) as const
const signatureOf = ({ SESSION_SECRET }: SigningEnv, { id, passwordHash }: Account) =>
  createHmac('sha256', SESSION_SECRET).update(`hatik:sign-up:${id}:${passwordHash}`).digest('base64url')

/** Pass the stored account, even for a retry. */
export function rememberSignUp(reply: FastifyReply, env: SigningEnv, account: Account): void {
  reply.setCookie(nameOf(env), signatureOf(env, account), { ...optionsOf(env), maxAge: COOKIE_SECONDS })
}

export function hasSignedUp(request: FastifyRequest, env: SigningEnv, account: Account): boolean {
  const given = Buffer.from(request.cookies[nameOf(env)] ?? '')
  const wanted = Buffer.from(signatureOf(env, account))
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Call once verified. */
export function forgetSignUp(reply: FastifyReply, env: SigningEnv): void {
  reply.clearCookie(nameOf(env), optionsOf(env))
}
