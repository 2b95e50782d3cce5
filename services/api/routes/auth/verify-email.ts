import { verifyEmailQuerySchema, verifyEmailReplySchema } from '#contracts/accounts.ts'
import { errorSchema } from '#contracts/errors.ts'
import type { BusinessStatus } from '#contracts/session.ts'
import { sessionUser, type User } from '#accounts/users.ts'
import { verifyEmail, type Verified } from '#accounts/verify-email.ts'
import { approveAutomatically } from '#businesses/auto-approve.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../api-error.ts'
import type { App } from '../../app.ts'
import type { Deps } from '../../deps.ts'
import { openSession } from '../../open-session.ts'
import { PUBLIC_FORM_LIMIT } from '../../plugins/rate-limit.ts'

/** The page may ask twice at once (R125): both answers may open a session. A link found later in a mailbox opens none. */
const SIGNS_IN_AGAIN_MS = 60_000

/** GET /api/auth/verify-email?token= (R122-R125, R189). However often the link is opened, a success stays one (T12). */
export function verify(app: App, deps: Deps): void {
  app.get(
    '/api/auth/verify-email',
    {
      config: PUBLIC_FORM_LIMIT,
      schema: { tags: ['auth'], querystring: verifyEmailQuerySchema, response: { 200: verifyEmailReplySchema, '4xx': errorSchema } },
    },
    async (request) => {
      const verified = await verifyEmail(deps.pool, request.query.token, deps.now())
      if (!verified) throw new ApiError('invalid_verification_token')
      const { user } = verified
      deps.users.forget(user)
      const status = await statusOf(request, deps, user)
      deps.ring('mail', 'events')
      const autoLogin = status === 'active' && (await signIn(request, deps, user, verified))
      return { ...sessionUser(user), message: 'Email verified successfully', autoLogin, isPendingApproval: status === 'pending' }
    },
  )
}

/** Where a business stands once its address is verified: some need nobody's approval (H21). */
async function statusOf(request: FastifyRequest, deps: Deps, user: User): Promise<BusinessStatus> {
  if (user.role !== 'business') return 'active'
  deps.businesses.forget(user.id)
  const status = (await deps.businesses.byUserId(user.id))?.status ?? 'closed'
  if (status !== 'pending' || !(await approveAutomatically(deps.pool, user.id, { correlationId: request.id, now: deps.now() }))) return status
  deps.businesses.forget(user.id)
  return 'active'
}

/** A session of the same user stays; one of somebody else is left alone, so that no foreign link can change who is signed in. */
async function signIn(request: FastifyRequest, deps: Deps, user: User, { kind, verifiedAt }: Verified): Promise<boolean> {
  if (request.session.userId === user.id) return true
  if (request.session.userId !== undefined || kind === 'address_changed') return false
  if (kind === 'again' && deps.now().getTime() - verifiedAt.getTime() > SIGNS_IN_AGAIN_MS) return false
  await openSession(request, user)
  return true
}
