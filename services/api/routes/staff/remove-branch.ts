import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { branchRemovedSchema } from '#contracts/rights/branch-calls.ts'
import { commandIdSchema, userIdSchema } from '#contracts/units/ids.ts'
import { removeBranch as markRemoved } from '#businesses/staff/branches.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { ownBusiness } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** Its tills stay, without a branch. Earlier acts keep it. A repetition changes nothing. */
export function removeBranch(app: App, deps: Deps): void {
  app.delete(
    '/api/business/:id/branches/:branchId',
    {
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema, branchId: commandIdSchema }),
        response: { 200: branchRemovedSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      const { branchId } = request.params
      const tillIds = await inTransaction(deps.pool, (client) => markRemoved(client, business.userId, branchId))
      if (!tillIds) throw new ApiError('branch_not_found')
      for (const tillId of tillIds) deps.tills.forget(tillId)
      return { branchId, message: 'Branch removed' }
    },
  )
}
