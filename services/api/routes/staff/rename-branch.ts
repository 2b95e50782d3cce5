import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { branchNameSchema, branchSchema } from '#contracts/rights/branch-calls.ts'
import { commandIdSchema, userIdSchema } from '#contracts/units/ids.ts'
import { renameBranch as updateBranch } from '#businesses/staff/branches.ts'
import { ownBusiness } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** A repetition changes nothing. Reports of earlier days show the new name, too. */
export function renameBranch(app: App, deps: Deps): void {
  app.patch(
    '/api/business/:id/branches/:branchId',
    {
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema, branchId: commandIdSchema }),
        body: branchNameSchema,
        response: { 200: branchSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      const branch = { branchId: request.params.branchId, name: request.body.name }
      if (!(await updateBranch(deps.pool, business.userId, branch))) throw new ApiError('branch_not_found')
      return branch
    },
  )
}
