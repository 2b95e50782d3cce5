import { errorSchema } from '#contracts/calls/errors.ts'
import { tillUnlockedSchema, unlockTillSchema } from '#contracts/rights/till-calls.ts'
import { verifyPassword } from '#accounts/passwords.ts'
import { thisTill } from '../../guards/at-till.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** Takes the till over from another person too. A wrong PIN leaves it as it is. */
export function unlockTill(app: App, deps: Deps): void {
  app.post(
    '/api/till/unlock',
    { schema: { tags: ['till'], body: unlockTillSchema, response: { 200: tillUnlockedSchema, '4xx': errorSchema } } },
    async (request) => {
      const { till } = thisTill(request)
      const { staffId, pin } = request.body
      const at = { tillId: till.tillId, staffId }
      const pinHash = await deps.staff.pinHash(till.businessId, staffId)
      // Before the count, so that made-up ids leave nothing in Redis.
      if (pinHash === undefined) throw new ApiError('staff_not_found')
      await deps.pinAttempts.attempt(at)
      if (!(await verifyPassword(pinHash, pin, till.businessId))) throw new ApiError('wrong_pin')
      await deps.pinAttempts.succeeded(at)
      await deps.tillLocks.unlock(till, staffId)
      return { staffId, unlock: deps.tillLocks.proofOf(till, staffId, deps.now().getTime()) }
    },
  )
}
