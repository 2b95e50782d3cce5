import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { addStaffSchema, staffAddedSchema } from '#contracts/rights/staff-calls.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { hashPassword } from '#accounts/passwords.ts'
import { addStaff as insertStaff } from '#businesses/staff/keep-staff.ts'
import { uuid5 } from '#platform/event-store/ids.ts'
import { ownActiveBusiness, whoActs } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { STAFF_LIMIT } from './staff-limit.ts'

/** Idempotency-Key required. The reply, which is kept for retries, has no name (H25). */
export function addStaff(app: App, deps: Deps): void {
  app.post(
    '/api/business/:id/staff',
    {
      config: STAFF_LIMIT,
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema }),
        body: addStaffSchema,
        response: { 201: staffAddedSchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, business } = await ownActiveBusiness(request, deps, request.params.id)
      const { name, role, pin } = request.body
      const added = await deps.once(
        request,
        { user: user.id },
        // Without the PIN, which could be found from the digest of so short an input.
        { name, role },
        async (client, commandId, pinHash) => {
          const staffId = uuid5(commandId, 'staff')
          const recording = { commandId, ...whoActs(request, user), correlationId: request.id, at: deps.now() }
          if (!(await insertStaff(client, business.userId, { id: staffId, name, role, pinHash }, recording)))
            throw new ApiError('too_many_people_or_tills')
          return { staffId, message: 'Person added' }
        },
        () => hashPassword(pin, user.id),
      )
      deps.staff.forget(business.userId)
      deps.wake('events')
      return reply.status(201).send(added)
    },
  )
}
