import { adminPasswordSchema, adminSignInSchema, adminUserSchema } from '#contracts/calls/staff/admin.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { hashPassword } from '#accounts/passwords.ts'
import { setStaffPassword } from '#accounts/staff/staff.ts'
import { sessionOwner } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { PUBLIC_FORM_LIMIT, SIGN_IN_LIMIT } from '../../plugins/rate-limit.ts'
import { noteSecurity } from '../../session/note-security.ts'
import { openBySignIn } from '../../session/open-by-sign-in.ts'
import { openSession } from '../../session/open-session.ts'
import { proveCurrentPassword } from '../../session/prove-password.ts'
import { recordSignIn } from '../../session/record-sign-in.ts'
import { staffUser } from '../../session/staff-user.ts'
import { refuseGuessable } from '../../guards/refuse-guessable.ts'
import { tryPassword } from '../../session/try-password.ts'

const STAFF = ['admin', 'auditor']

/** R14: non-staff get the response for a wrong password. */
export function adminSignIn(app: App, deps: Deps): void {
  app.post(
    '/api/admin/login',
    {
      config: { ...SIGN_IN_LIMIT, retry: 'signsIn' },
      schema: { tags: ['admin'], body: adminSignInSchema, response: { 200: adminUserSchema, '4xx': errorSchema } },
    },
    async (request, reply) => {
      const { email, password } = request.body
      const user = await deps.users.forSignIn(email)
      if (!(await tryPassword(request, deps, { what: 'staff_sign_in', email, user, password })) || !user)
        throw new ApiError('invalid_credentials')
      if (!STAFF.includes(user.role)) {
        await noteSecurity(request, deps, { what: 'staff_sign_in', userId: user.id, result: 'forbidden' })
        throw new ApiError('invalid_credentials')
      }
      const isKnown = deps.signIns.knows(request, user.id)
      await deps.signIns.succeeded(request, reply, email, user.id)
      await openBySignIn(request, deps, user, () =>
        recordSignIn(request, deps, { what: 'staff_sign_in', user, isKnown }),
      )
      return staffUser(request, deps, user)
    },
  )
}

/** The session's own person, also during a visit. */
export function adminMe(app: App, deps: Deps): void {
  app.get(
    '/api/admin/me',
    {
      config: { beforeSecondFactor: true },
      schema: { tags: ['admin'], response: { 200: adminUserSchema, '4xx': errorSchema } },
    },
    async (request) => {
      const user = await sessionOwner(request, deps)
      if (!STAFF.includes(user.role)) throw new ApiError('forbidden')
      return staffUser(request, deps, user)
    },
  )
}

/** H34: a new administrator's first step. Ends all other sessions. */
export function adminPassword(app: App, deps: Deps): void {
  app.post(
    '/api/admin/password',
    {
      config: { ...PUBLIC_FORM_LIMIT, retry: 'renewsSession' },
      schema: { tags: ['admin'], body: adminPasswordSchema, response: { 200: adminUserSchema, '4xx': errorSchema } },
    },
    async (request, reply) => {
      const user = await sessionOwner(request, deps)
      if (!STAFF.includes(user.role)) throw new ApiError('forbidden')
      const { currentPassword, newPassword } = request.body
      const { epoch } = await deps.once(
        request,
        { content: user.id },
        request.given,
        async (client, _commandId, passwordHash) => {
          const asking = { userId: user.id, epoch: request.session.epoch ?? 0 }
          const renewed = await setStaffPassword(client, asking, passwordHash)
          if (!renewed) throw new ApiError('not_signed_in')
          return { epoch: renewed.sessionEpoch }
        },
        async () => {
          await refuseGuessable('newPassword', newPassword, user)
          await proveCurrentPassword(request, reply, deps, user, currentPassword)
          return hashPassword(newPassword, user.id)
        },
      )
      deps.users.forget(user)
      deps.wake('mail')
      await openSession(request, { ...user, sessionEpoch: epoch }, { secondFactor: request.session.secondFactor })
      return staffUser(request, deps, user)
    },
  )
}
