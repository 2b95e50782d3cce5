import {
  verifyEmailBodySchema,
  verifyEmailQuerySchema,
  verifyEmailReplySchema,
  type VerifyEmailReply,
} from '#contracts/calls/account/accounts.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { WRONG_SIGN_UP_PASSWORD } from '#contracts/units/passwords.ts'
import type { BusinessStatus, SessionUser } from '#contracts/calls/account/session.ts'
import { hashPassword } from '#accounts/passwords.ts'
import { sessionUser, type User, type WithPassword } from '#accounts/users.ts'
import { accountOfLink, verifyByPassword } from '#accounts/verification/verify-by-password.ts'
import { verifyEmail, type Verified } from '#accounts/verification/verify-email.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, invalidField } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { noteSecurity } from '../../session/note-security.ts'
import { openBySignIn } from '../../session/open-by-sign-in.ts'
import { PUBLIC_FORM_LIMIT } from '../../plugins/rate-limit.ts'
import { refuseGuessable } from '../../guards/refuse-guessable.ts'
import { forgetSignUp, hasSignedUp } from '../../session/sign-up-cookie.ts'
import { statusOnceVerified } from './status-once-verified.ts'
import { tryPassword } from '../../session/try-password.ts'

/** The page may ask twice at once (R125): both responses may open a session, but a link found later may not. */
const SIGNS_IN_AGAIN_MS = 60_000

/**
 * R122-R125, R189; repeatable. Verifies a new account in the browser that signed up; others need the password (decision
 * 43).
 */
export function verify(app: App, deps: Deps): void {
  app.get(
    '/api/auth/verify-email',
    {
      config: PUBLIC_FORM_LIMIT,
      // This call verifies, which a HEAD must not.
      exposeHeadRoute: false,
      schema: {
        tags: ['auth'],
        querystring: verifyEmailQuerySchema,
        response: { 200: verifyEmailReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const verified = await verifyEmail(deps.pool, request.query.token, {
        now: deps.now(),
        proves: (account) => !isFromElsewhere(request) && hasSignedUp(request, deps.env, account),
      })
      if (!verified) throw new ApiError('invalid_verification_token')
      if (verified.kind === 'unproved') throw new ApiError('password_needed')
      const { user } = verified
      const status = await afterVerifying(request, deps, user)
      const autoLogin = status === 'active' && (await signIn(request, reply, deps, user, verified))
      if (verified.proved) forgetSignUp(reply, deps.env)
      const known = verified.kind !== 'again' || autoLogin || isOwnSession(request, user)
      return answer(known ? sessionUser(user) : unnamed(user), autoLogin, status)
    },
  )
}

/** For other browsers: the link with the password, or with a new one. */
export function verifyWithPassword(app: App, deps: Deps): void {
  app.post(
    '/api/auth/verify-email',
    {
      config: { ...PUBLIC_FORM_LIMIT, retry: 'sameContent' },
      schema: {
        tags: ['auth'],
        body: verifyEmailBodySchema,
        response: { 200: verifyEmailReplySchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { token, password, newPassword } = request.body
      let verified: User | undefined
      const { userId, epoch, atMs } = await deps.once(
        request,
        { content: 0 },
        request.given,
        async (client, _commandId, proved) => {
          const now = deps.now()
          verified = await verifyByPassword(client, { token, ...proved }, now)
          if (!verified) throw new ApiError('changed_meanwhile')
          return { userId: verified.id, epoch: verified.sessionEpoch, atMs: now.getTime() }
        },
        async () => {
          const account = await accountOfLink(deps.pool, token, deps.now())
          if (!account) throw new ApiError('invalid_verification_token')
          if (account.emailVerified) throw new ApiError('changed_meanwhile')
          if (password !== undefined) await provePassword(request, deps, account, password)
          return { account, newPasswordHash: newPassword && (await hashNew(newPassword, account)) }
        },
      )
      if (!verified) deps.users.forget({ id: userId, buyerCode: null })
      const user = verified ?? (await deps.users.byId(userId))
      if (!user) throw new ApiError('invalid_verification_token')
      const status = await afterVerifying(request, deps, user)
      const autoLogin =
        status === 'active' && epoch >= user.sessionEpoch && deps.now().getTime() - atMs <= SIGNS_IN_AGAIN_MS
      if (verified || autoLogin) await deps.signIns.succeeded(request, reply, user.email, user.id)
      if (autoLogin) await openByLink(request, deps, user)
      return answer(sessionUser(user), autoLogin, status)
    },
  )
}

/** Guesses count as at sign-in (C14). Throws 400 at `password`, or 429. */
async function provePassword(request: FastifyRequest, deps: Deps, user: WithPassword, password: string): Promise<void> {
  const attempt = { what: 'sign_in', email: user.email, user, password } as const
  if (!(await tryPassword(request, deps, attempt, 'too_many_attempts')))
    throw invalidField('password', WRONG_SIGN_UP_PASSWORD)
}

/** Throws 400 at `newPassword`. */
async function hashNew(newPassword: string, account: User): Promise<string> {
  await refuseGuessable('newPassword', newPassword, account)
  return hashPassword(newPassword)
}

/** Browsers mark requests from other sites and subdomains; other clients do not. */
function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site === 'cross-site' || site === 'same-site'
}

async function afterVerifying(request: FastifyRequest, deps: Deps, user: User): Promise<BusinessStatus> {
  deps.users.forget(user)
  const status = await statusOnceVerified(deps, user, request.id)
  deps.wake('mail', 'events')
  return status
}

const answer = (user: SessionUser, autoLogin: boolean, status: BusinessStatus): VerifyEmailReply => ({
  ...user,
  message: 'Email verified successfully',
  autoLogin,
  isPendingApproval: status === 'pending',
})

/**
 * Keeps the session of the same user. Leaves another user's alone, so that a foreign link cannot change who is signed
 * in.
 */
async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
  user: User,
  { kind, verifiedAt, proved }: Verified,
): Promise<boolean> {
  if (isOwnSession(request, user)) return true
  const foreign = request.session.userId !== undefined && request.session.userId !== user.id
  if (foreign || kind === 'address_changed' || !proved) return false
  if (kind === 'again' && deps.now().getTime() - verifiedAt.getTime() > SIGNS_IN_AGAIN_MS) return false
  await deps.signIns.succeeded(request, reply, user.email, user.id)
  await openByLink(request, deps, user)
  return true
}

async function openByLink(request: FastifyRequest, deps: Deps, user: User): Promise<void> {
  await openBySignIn(request, deps, user, () =>
    noteSecurity(request, deps, { what: 'sign_in', userId: user.id, result: 'verified' }),
  )
}

/** An ended session does not count (R98). */
function isOwnSession({ session }: FastifyRequest, user: User): boolean {
  return session.userId === user.id && (session.epoch ?? 0) >= user.sessionEpoch
}

/** For a used link, which may lie in mailboxes or logs for years: success, without the person's data. */
function unnamed(user: User): SessionUser {
  return { ...sessionUser(user), buyerId: null, firstName: '', lastName: '', email: '', phone: null }
}
