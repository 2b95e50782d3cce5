import { errorSchema } from '#contracts/calls/errors.ts'
import { tillLockedSchema } from '#contracts/rights/till-calls.ts'
import { thisTill } from '../../guards/at-till.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** Same response for a till that is locked already. */
export function lockTill(app: App, deps: Deps): void {
  app.post(
    '/api/till/lock',
    { schema: { tags: ['till'], response: { 200: tillLockedSchema, '4xx': errorSchema } } },
    async (request) => {
      await deps.tillLocks.lock(thisTill(request).till)
      return { message: 'Till locked' }
    },
  )
}
