import { verifyEmailQuerySchema, verifyEmailReplySchema } from '#contracts/accounts.ts'
import { errorSchema } from '#contracts/errors.ts'
import type { SessionUser } from '#contracts/session.ts'
import { sessionUser, type User } from '#accounts/users.ts'
import { verifyEmail, type Verified } from '#accounts/verify-email.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { openSession } from '../../open-session.ts'
import { PUBLIC_FORM_LIMIT } from '../../plugins/rate-limit.ts'
import { statusOnceVerified } from '../../status-once-verified.ts'

/** The page may ask twice at once (R125): both answers may open a session. A link found later in a mailbox opens none. */
const SIGNS_IN_AGAIN_MS = 60_000

/** GET /api/auth/verify-email?token= (R122-R125, R189). However often the link is opened, a success stays one (T12). */
export function verify(app: App, deps: Deps): void {
  app.get(
    '/api/auth/verify-email',
    {
      config: PUBLIC_FORM_LIMIT,
      // A HEAD changes nothing; this call verifies.
      exposeHeadRoute: false,
      schema: {
        tags: ['auth'],
        querystring: verifyEmailQuerySchema,
        response: { 200: verifyEmailReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const verified = await verifyEmail(deps.pool, request.query.token, deps.now())
      if (!verified) throw new ApiError('invalid_verification_token')
      const { user } = verified
      deps.users.forget(user)
      const status = await statusOnceVerified(deps, user, request.id)
      deps.ring('mail', 'events')
      const autoLogin = status === 'active' && (await signIn(request, deps, user, verified))
      const known = verified.kind !== 'again' || autoLogin || isOwnSession(request, user)
      return {
        ...(known ? sessionUser(user) : unnamed(user)),
        message: 'Email verified successfully',
        autoLogin,
        isPendingApproval: status === 'pending',
      }
    },
  )
}

/** A session of the same user stays; one of somebody else is left alone, so that no foreign link can change who is signed in. */
async function signIn(
  request: FastifyRequest,
  deps: Deps,
  user: User,
  { kind, verifiedAt }: Verified,
): Promise<boolean> {
  if (isOwnSession(request, user)) return true
  const foreign = request.session.userId !== undefined && request.session.userId !== user.id
  if (foreign || kind === 'address_changed') return false
  if (kind === 'again' && deps.now().getTime() - verifiedAt.getTime() > SIGNS_IN_AGAIN_MS) return false
  await openSession(request, user)
  return true
}

/** One that was ended elsewhere is nobody's (R98). */
function isOwnSession({ session }: FastifyRequest, user: User): boolean {
  return session.userId === user.id && (session.epoch ?? 0) >= user.sessionEpoch
}

/** For a link that has done its work before, and may lie in a mailbox or a log for years: a success, and nothing of whose it was. */
function unnamed(user: User): SessionUser {
  return { ...sessionUser(user), buyerId: null, firstName: '', lastName: '', email: '', phone: null }
}
