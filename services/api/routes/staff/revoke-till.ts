import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { tillRevokedSchema } from '#contracts/rights/staff-calls.ts'
import { commandIdSchema, userIdSchema } from '#contracts/units/ids.ts'
import { revokeTill as markRevoked } from '#businesses/staff/keep-tills.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { ownBusiness, whoActs } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** The till's next call is refused, and its live stream ends within two seconds. */
export function revokeTill(app: App, deps: Deps): void {
  app.delete(
    '/api/business/:id/tills/:tillId',
    {
      config: { openToExpired: true },
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema, tillId: commandIdSchema }),
        response: { 200: tillRevokedSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { user, business } = await ownBusiness(request, deps, request.params.id)
      const { tillId } = request.params
      const by = { ...whoActs(request, user), correlationId: request.id, at: deps.now() }
      if (!(await inTransaction(deps.pool, (client) => markRevoked(client, business.userId, tillId, by))))
        throw new ApiError('till_not_found')
      deps.tills.forget(tillId)
      deps.wake('events')
      return { tillId, message: 'Till revoked' }
    },
  )
}
