import { errorSchema } from '#contracts/calls/errors.ts'
import { secondFactorReplySchema } from '#contracts/calls/account/second-factor.ts'
import { staffFactors } from '#accounts/second-factor/staff-factors.ts'
import { totpState } from '#accounts/second-factor/totp.ts'
import { sessionOwner } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { secondFactorState } from '../../session/second-factor-state.ts'

/** During a visit: the administrator's own. */
export function readSecondFactor(app: App, deps: Deps): void {
  app.get(
    '/api/auth/second-factor',
    { schema: { tags: ['auth'], response: { 200: secondFactorReplySchema, '4xx': errorSchema } } },
    async (request) => {
      const { id } = await sessionOwner(request, deps)
      const [factors, totp] = await Promise.all([staffFactors(deps.pool, id), totpState(deps.pool, id)])
      return {
        state: secondFactorState(request, deps, factors),
        totp: totp && { since: totp.since.toISOString(), recoveryCodes: totp.recoveryCodes },
      }
    },
  )
}
