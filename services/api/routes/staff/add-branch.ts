import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { branchNameSchema, branchSchema } from '#contracts/rights/branch-calls.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { addBranch as insertBranch } from '#businesses/staff/branches.ts'
import { uuid5 } from '#platform/event-store/ids.ts'
import { ownActiveBusiness } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { STAFF_LIMIT } from './staff-limit.ts'

/** Idempotency-Key required. */
export function addBranch(app: App, deps: Deps): void {
  app.post(
    '/api/business/:id/branches',
    {
      config: STAFF_LIMIT,
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema }),
        body: branchNameSchema,
        response: { 201: branchSchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, business } = await ownActiveBusiness(request, deps, request.params.id)
      const { name } = request.body
      const added = await deps.once(request, { user: user.id }, request.body, async (client, commandId) => {
        const branch = { branchId: uuid5(commandId, 'branch'), name }
        if (!(await insertBranch(client, business.userId, branch))) throw new ApiError('too_many_branches')
        return branch
      })
      return reply.status(201).send(added)
    },
  )
}
