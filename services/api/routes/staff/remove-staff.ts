import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { staffRemovedSchema } from '#contracts/rights/staff-calls.ts'
import { commandIdSchema, userIdSchema } from '#contracts/units/ids.ts'
import { eraseManager } from '#accounts/erase.ts'
import { removeStaff as eraseStaff } from '#businesses/staff/keep-staff.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { ownBusiness, whoActs } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { forgetManager } from './forget-manager.ts'

/** Erases name, PIN and account. The id stays, because events refer to it. */
export function removeStaff(app: App, deps: Deps): void {
  app.delete(
    '/api/business/:id/staff/:staffId',
    {
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema, staffId: commandIdSchema }),
        response: { 200: staffRemovedSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { user, business } = await ownBusiness(request, deps, request.params.id)
      const { staffId } = request.params
      const recording = {
        commandId: commandIdOf(ledgerIds, user.id, request.id),
        ...whoActs(request, user),
        correlationId: request.id,
        at: deps.now(),
      }
      const userId = await inTransaction(deps.pool, async (client) => {
        const removed = await eraseStaff(client, business.userId, staffId, recording)
        if (!removed) throw new ApiError('staff_not_found')
        if (removed.userId !== null) await eraseManager(client, removed.userId, recording)
        return removed.userId
      })
      deps.staff.forget(business.userId)
      forgetManager(deps, userId)
      deps.wake('events', 'mail')
      return { staffId, message: 'Person removed' }
    },
  )
}
