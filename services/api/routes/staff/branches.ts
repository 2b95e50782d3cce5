import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { branchesReplySchema } from '#contracts/rights/branch-calls.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { branchesOf } from '#businesses/staff/branches.ts'
import { ownBusiness } from '../../guards/access.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'

/** For the owner: branches, without removed ones. */
export function branches(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/branches',
    {
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema }),
        response: { 200: branchesReplySchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      return { branches: await branchesOf(deps.pool, business.userId) }
    },
  )
}
