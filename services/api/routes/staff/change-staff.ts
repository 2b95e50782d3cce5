import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { changeStaffSchema, staffMemberSchema } from '#contracts/rights/staff-calls.ts'
import { commandIdSchema, userIdSchema } from '#contracts/units/ids.ts'
import { hashPassword } from '#accounts/passwords.ts'
import { changeStaff as updateStaff } from '#businesses/staff/keep-staff.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { ownBusiness, whoActs } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { forgetManager } from './forget-manager.ts'
import { STAFF_LIMIT } from './staff-limit.ts'

/** A repetition changes nothing. Whoever becomes inactive locks every till that he had unlocked. */
export function changeStaff(app: App, deps: Deps): void {
  app.patch(
    '/api/business/:id/staff/:staffId',
    {
      config: STAFF_LIMIT,
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema, staffId: commandIdSchema }),
        body: changeStaffSchema,
        response: { 200: staffMemberSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { user, business } = await ownBusiness(request, deps, request.params.id)
      const { pin, ...to } = request.body ?? {}
      const { staffId } = request.params
      // Before the transaction, because a hash takes long.
      const pinHash = pin === undefined ? undefined : await hashPassword(pin, user.id)
      const recording = {
        commandId: commandIdOf(ledgerIds, user.id, request.id),
        ...whoActs(request, user),
        correlationId: request.id,
        at: deps.now(),
      }
      const changed = await inTransaction(deps.pool, (client) =>
        updateStaff(client, business.userId, staffId, { ...to, pinHash }, recording),
      )
      if (!changed) throw new ApiError('staff_not_found')
      deps.staff.forget(business.userId)
      forgetManager(deps, changed.userId)
      deps.wake('events')
      return changed.member
    },
  )
}
