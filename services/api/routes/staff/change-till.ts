import { z } from 'zod'
import { errorSchema } from '#contracts/calls/errors.ts'
import { changeTillSchema, tillSchema, type ChangeTill } from '#contracts/rights/staff-calls.ts'
import { commandIdSchema, userIdSchema } from '#contracts/units/ids.ts'
import { changeTill as updateTill } from '#businesses/staff/keep-tills.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { ownBusiness } from '../../guards/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { needBranch } from './need-branch.ts'
import { shownTill } from './shown-till.ts'

/** A repetition changes nothing. A new idle time and another branch count from the till's next act. */
export function changeTill(app: App, deps: Deps): void {
  app.patch(
    '/api/business/:id/tills/:tillId',
    {
      schema: {
        tags: ['business'],
        params: z.object({ id: userIdSchema, tillId: commandIdSchema }),
        body: changeTillSchema,
        response: { 200: tillSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      const { tillId } = request.params
      const to: ChangeTill = request.body ?? {}
      const changed = await inTransaction(deps.pool, async (client) => {
        await needBranch(client, business.userId, to.branchId)
        return updateTill(client, business.userId, tillId, to)
      })
      if (!changed) throw new ApiError('till_not_found')
      deps.tills.forget(tillId)
      return shownTill(changed)
    },
  )
}
