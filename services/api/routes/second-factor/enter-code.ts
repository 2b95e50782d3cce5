import { adminUserSchema } from '#contracts/calls/staff/admin.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { secondFactorCodeSchema } from '#contracts/calls/account/second-factor.ts'
import { recordSecurity } from '#accounts/staff/security-log.ts'
import { sessionOwner } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { limitOfPerson } from '../../plugins/rate-limit.ts'
import { rotateSession } from '../../session/rotate-session.ts'
import { staffUser } from '../../session/staff-user.ts'
import { onceWithCode, proveCode, useOf } from './once-with-code.ts'

/** Opens the session of a password for everything else, under a new id. Nothing is used up if it is open already. */
export function enterCode(app: App, deps: Deps): void {
  app.post(
    '/api/auth/second-factor',
    {
      config: { ...limitOfPerson(20, 60_000), beforeSecondFactor: true, retry: 'renewsSession' },
      schema: {
        tags: ['auth'],
        body: secondFactorCodeSchema,
        response: { 200: adminUserSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const user = await sessionOwner(request, deps)
      const { code } = request.body
      if (!request.session.secondFactor) {
        // Named with its session: the key and the code of one session open no other.
        const input = { code, session: deps.sessions.nameOf(request.session.sessionId) }
        await onceWithCode(request, deps, user, input, async (client) => {
          await proveCode(client, request, deps, user, code)
          const { at, device } = useOf(request, deps)
          await recordSecurity(client, { what: 'second_factor', userId: user.id, at, device })
          return {}
        })
        await rotateSession(request, { secondFactor: true })
      }
      return staffUser(request, deps, user)
    },
  )
}
