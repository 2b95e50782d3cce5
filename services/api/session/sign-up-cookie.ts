/**
 * A browser remembers that it has signed an account up: there the link that verifies the address needs no password. The cookie is bound to the
 * account and to its password, so it is worth nothing once somebody else signs up with the address. It opens nothing without the link.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WithPassword } from '#accounts/users.ts'
import type { Env } from '#platform/env/env.ts'

type SigningEnv = Pick<Env, 'SESSION_SECRET' | 'PUBLIC_URL'>
type Account = Pick<WithPassword, 'id' | 'passwordHash'>

/** An unverified account is kept no longer (decision 35). */
const COOKIE_SECONDS = 30 * 24 * 60 * 60

const isSecure = ({ PUBLIC_URL }: SigningEnv): boolean => PUBLIC_URL?.startsWith('https://') ?? false
const nameOf = (env: SigningEnv) => (isSecure(env) ? '__Host-hatik-sign-up' : 'hatik-sign-up')
const optionsOf = (env: SigningEnv) => ({ httpOnly: true, secure: isSecure(env), sameSite: 'lax', path: '/' }) as const
const signatureOf = ({ SESSION_SECRET }: SigningEnv, { id, passwordHash }: Account) =>
  createHmac('sha256', SESSION_SECRET).update(`hatik:sign-up:${id}:${passwordHash}`).digest('base64url')

/** To be called with the account as its row has it, also where the call is a retry. */
export function rememberSignUp(reply: FastifyReply, env: SigningEnv, account: Account): void {
  reply.setCookie(nameOf(env), signatureOf(env, account), { ...optionsOf(env), maxAge: COOKIE_SECONDS })
}

/** Whether this browser signed the account up, with the password that it has now. */
export function hasSignedUp(request: FastifyRequest, env: SigningEnv, account: Account): boolean {
  const given = Buffer.from(request.cookies[nameOf(env)] ?? '')
  const wanted = Buffer.from(signatureOf(env, account))
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Once it has verified the address it has done its work. */
export function forgetSignUp(reply: FastifyReply, env: SigningEnv): void {
  reply.clearCookie(nameOf(env), optionsOf(env))
}
